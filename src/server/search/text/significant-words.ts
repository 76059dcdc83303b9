import { fold } from './fold.ts';
import type { Language } from './languages.ts';
import { wordsOf } from './words/words-of.ts';

const letters = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

/**
 * The words of a query, as written, without the function words and the words of a command in its
 * language ("Benachrichtige mich, wenn"). All words if these are the only ones.
 */
export function significantWords(query: string, language: Language): string[] {
  const { functionWords, commandVerbs, newsWords } = wordsOf(language);
  const isSignificant = (text: string) => {
    const [word] = letters.exec(fold(text)) ?? [];
    return (
      word !== undefined &&
      !functionWords.has(word) &&
      !commandVerbs.has(word) &&
      !newsWords.has(word)
    );
  };
  const words = query.split(/\s+/).filter((word) => letters.test(word));
  const significant = words.filter(isSignificant);
  return significant.length > 0 ? significant : words;
}
