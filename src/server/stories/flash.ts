import { type Fingerprint, hoursOf } from './fingerprint.ts';
import { saysSomethingNew } from './same-story.ts';
import { storyWords } from './story-words.ts';

/** Minimum number of words of a title that tells which report it heads. */
const minTitleWords = 5;
const maxTitleWords = 64;
/** Number of words of the title and the text below which a text may be a flash. */
const maxFlashWords = 40;
/** Maximum hours between a flash and its report. Standing headings are used every day. */
const maxHours = 6;
/** Minimum share of the content words of a flash that the report has too. */
const minSharedWords = 0.75;

/** The words of a title; `undefined` if it is too short to tell which report it heads. */
export function reportTitle(title: string): string | undefined {
  const words = storyWords(title, maxTitleWords).map(({ word }) => word);
  const isLong = words.filter((word) => /^\p{L}/u.test(word)).length >= minTitleWords;
  return isLong ? words.join(' ') : undefined;
}

/**
 * Whether one of two texts with the same {@link reportTitle} is a flash of the report in the other: it
 * is short, and says nothing that the report does not say.
 */
export function areFlashAndReport(a: Fingerprint, b: Fingerprint): boolean {
  if (Math.abs(hoursOf(a) - hoursOf(b)) > maxHours) return false;
  const [flash, report] = wordCount(a) < wordCount(b) ? [a, b] : [b, a];
  if (wordCount(flash) >= maxFlashWords || saysSomethingNew(flash, [report])) return false;
  const said = flash.mentions.filter((word) => !flash.headline.includes(word));
  const shared = said.filter((word) => report.mentions.includes(word));
  return shared.length >= minSharedWords * said.length;
}

function wordCount({ length: [words = 0] }: Fingerprint): number {
  return words;
}
