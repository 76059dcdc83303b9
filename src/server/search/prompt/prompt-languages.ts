import { once } from '../../../contract/once.ts';
import type { Steps } from '../../../node/steps.ts';
import { analyze } from '../text/analyzer.ts';
import { detectLanguages } from '../text/detect-language.ts';
import { defaultLanguage, type Language, latinLanguages } from '../text/languages.ts';
import { longestEntryAt } from '../text/thesaurus.ts';
import { wordsOf } from '../text/words/words-of.ts';
import { actionAt, subjectAt } from './lexicon.ts';
import { isEnglishWord, isInLexicon, lexiconCounts } from './local-units.ts';

/** Maximum length of a prompt that is read in several languages. A longer one shows its language. */
const maxUncertainLength = 300;

/** The function words of English that no other analyzed language has. */
const englishOnly = once(() => {
  const others = latinLanguages.filter((language) => language !== defaultLanguage);
  return [...wordsOf(defaultLanguage).functionWords].filter(
    (word) => word.length > 2 && !others.some((other) => wordsOf(other).functionWords.has(word)),
  );
});

/** The languages in which a prompt is read: the most likely one first. */
export function* promptLanguages(text: string): Steps<readonly Language[]> {
  const languages = detectLanguages(text);
  const [first] = languages;
  const words = new Set(text.toLowerCase().split(/[^\p{L}]+/u));
  const isEnglish = first === defaultLanguage && englishOnly().some((word) => words.has(word));
  if (isEnglish) return [defaultLanguage];
  if (text.length > maxUncertainLength)
    return languages.length > 2 ? languages.slice(0, 1) : languages;
  const counts = yield* lexiconCounts(text);
  const isKnown = first !== undefined && (counts.get(first) ?? 0) > 0;
  if (!isKnown && first && hasEnglishVerb(words, first)) return [defaultLanguage];
  const most = Math.max(...counts.values());
  const [known, ...others] = [...counts.keys()].filter((language) => counts.get(language) === most);
  if (known && most === 1 && languages.length > 2 && seemsEnglishBeside(words, known)) {
    return [defaultLanguage, known, ...others];
  }
  const detected = detectLanguages(text, counts);
  if (detected.length <= 2) return detected;
  if (known) return [known, defaultLanguage, ...others];
  const seemsEnglish = hasEnglishNoun(words) || englishOnly().some((word) => words.has(word));
  return seemsEnglish ? [...new Set([defaultLanguage, ...detected])] : detected;
}

/**
 * Whether words of which the lexicon of another language has one are rather English: "deficit" is also
 * French without its accent, "trade" is not.
 */
function seemsEnglishBeside(words: ReadonlySet<string>, language: Language): boolean {
  const { functionWords } = wordsOf(language);
  const list = [...words].filter((word) => word !== '');
  if (list.some((word) => functionWords.has(word) || !/^[a-z]+$/.test(word))) return false;
  return list.some(
    (word) => isEnglishWord(word) && hasEnglishForm(word) && !isInLexicon(word, language),
  );
}

/** "protests", but not "proteste", which has the same term. */
function hasEnglishForm(word: string): boolean {
  return /(?:s|ed|ing)$/.test(word) || analyze(word).terms[0] === word;
}

/** Whether a text has a word of English news: "steel prices except in China" is not Dutch. */
function hasEnglishNoun(words: ReadonlySet<string>): boolean {
  return [...words].some((word) => {
    const { terms } = analyze(word);
    return word.length > 3 && (longestEntryAt(terms, 0) ?? subjectAt(terms, 0)) !== undefined;
  });
}

/** Whether words without function words of a language have an English verb: "USAir acquires Piedmont". */
function hasEnglishVerb(words: ReadonlySet<string>, language: Language): boolean {
  const { functionWords } = wordsOf(language);
  const list = [...words];
  if (language !== defaultLanguage && list.some((word) => functionWords.has(word))) return false;
  return list.some(
    (word) => /^\p{L}{4,}(?:s|ed)$/u.test(word) && actionAt(analyze(word).terms, 0) !== undefined,
  );
}
