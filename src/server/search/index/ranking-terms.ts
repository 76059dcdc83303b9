import type { NewsItemRecord } from '../../store/store.ts';
import { type Analysis, analyze } from '../text/analyzer.ts';
import { indexedText } from './item-text.ts';
import { termId } from './term-ids.ts';

/** What a story is about stands in its beginning, and two hundred long ones stay quick. */
export const maxTerms = 1000;
export const maxVariants = 200;

/** The terms of an item by which it is ranked, as numbers: in reading order, then the variants. */
export interface RankingTerms {
  title: Uint32Array;
  text: Uint32Array;
}

/** The terms as the store keeps them: 32-bit numbers, first how many of the rest are the title's. */
export function packTerms(title: Analysis, text: Analysis): Uint8Array {
  const [ofTitle, ofText] = [idsOf(title), idsOf(text)];
  return new Uint8Array(Uint32Array.from([ofTitle.length, ...ofTitle, ...ofText]).buffer);
}

export function unpackTerms(packed: Uint8Array): RankingTerms {
  // A view needs its place in memory to be a multiple of four, which not every driver gives.
  const { buffer, byteOffset, byteLength } = packed.byteOffset % 4 === 0 ? packed : packed.slice();
  const [ofTitle = 0] = new Uint32Array(buffer, byteOffset, 1);
  const titleEnd = byteOffset + 4 * (1 + ofTitle);
  return {
    title: new Uint32Array(buffer, byteOffset + 4, ofTitle),
    text: new Uint32Array(buffer, titleEnd, (byteOffset + byteLength - titleEnd) / 4),
  };
}

/** The same of an item whose terms are not kept. */
export function rankingTermsOf(item: NewsItemRecord): Uint8Array {
  return packTerms(analyze(item.title), analyze(indexedText(item)));
}

function idsOf({ terms, variants }: Analysis): number[] {
  return [...terms.slice(0, maxTerms), ...variants.slice(0, maxVariants)].map(termId);
}
