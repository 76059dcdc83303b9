import { termCounts } from '../../search/index/ranking-terms.ts';
import type { NewsTotals } from '../news-store.ts';

/** How a transaction changes the totals over all items. */
export class TotalsChange {
  #items = 0;
  #titleTerms = 0;
  #textTerms = 0;

  /** @param rankingTerms the packed terms of the item */
  add(rankingTerms: Uint8Array): void {
    this.#change(rankingTerms, 1);
  }

  /** @param rankingTerms the packed terms of the item */
  remove(rankingTerms: Uint8Array): void {
    this.#change(rankingTerms, -1);
  }

  /** The changes of `items`, `title_terms` and `text_terms`. */
  values(): [items: number, titleTerms: number, textTerms: number] {
    return [this.#items, this.#titleTerms, this.#textTerms];
  }

  #change(rankingTerms: Uint8Array, sign: 1 | -1): void {
    const { title, text } = termCounts(rankingTerms);
    this.#items += sign;
    this.#titleTerms += sign * title;
    this.#textTerms += sign * text;
  }
}

/** A row of `news_totals`, as both stores read it. */
export interface TotalsRow {
  items: number;
  title_terms: number;
  text_terms: number;
  generation: number;
}

export const totalsColumns = 'items, title_terms, text_terms, generation';

export function toTotals(row: TotalsRow | undefined): NewsTotals {
  const { items = 0, title_terms = 0, text_terms = 0 } = row ?? {};
  return { items, titleTerms: title_terms, textTerms: text_terms };
}
