import type { TermSpan } from '../../src/server/search/index/ranking-terms.ts';
import { termId } from '../../src/server/search/text/term-id.ts';

/** The ids of the words of a title and a text, after those of another item. */
export function spanOf(title: string, text: string): TermSpan {
  const [before, ofTitle, ofText] = ['other item', title, text].map(idsOf);
  const ids = Uint32Array.from([before, ofTitle, ofText].flatMap((each) => each ?? []));
  const start = before?.length ?? 0;
  return { ids, start, textStart: start + (ofTitle?.length ?? 0), end: ids.length };
}

function idsOf(words: string): number[] {
  return words.split(' ').filter(Boolean).map(termId);
}
