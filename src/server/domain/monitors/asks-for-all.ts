import { contentWords } from '../../search/prompt/query-words.ts';
import { parseQuery } from '../../search/query.ts';

/** Words that say to look at a source and not what to look for in it. */
const looking = new Set(
  `all anything appear appears article articles blog entries every everything feed feeds follow item
  items monitor new news page post posts published publishes read say says site something source
  sources stories story tell update updates watch`.split(/\s+/),
);

/** Whether what a prompt says besides its addresses asks for all that is there. */
export function asksForAll(words: string): boolean {
  if (parseQuery(words).phrases.length > 0) return false;
  const plain = contentWords(words).map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''));
  return plain.every((word) => word === '' || looking.has(word.toLowerCase()));
}
