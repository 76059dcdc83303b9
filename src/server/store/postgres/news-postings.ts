/** The fields of an item that its postings are made from. */
interface PostedItem {
  number: number;
  order_at: number;
  /** Each distinct term, and whether the title has it. */
  terms: ReadonlyMap<string, boolean>;
}

/**
 * The postings of a batch as SQL array literals. They are in the order of the index, so that each
 * of its pages is looked up once per batch.
 */
export function batchPostings(items: readonly PostedItem[]) {
  const oldestFirst = items.toSorted((a, b) => a.order_at - b.order_at || a.number - b.number);
  const byTerm = new Map<string, { places: number[]; inTitle: string[] }>();
  for (const [index, item] of oldestFirst.entries()) {
    for (const [term, inTitle] of item.terms) {
      const known = byTerm.get(term);
      const postings = known ?? { places: [], inTitle: [] };
      if (!known) byTerm.set(term, postings);
      postings.places.push(index + 1);
      postings.inTitle.push(inTitle ? 't' : 'f');
    }
  }
  const sorted = [...byTerm]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([term, postings]) => ({ term: `"${term.replace(/["\\]/g, '\\$&')}"`, ...postings }));
  return {
    /** For each item of the batch. */
    numbers: sqlArray(oldestFirst.map(({ number }) => number)),
    orderAts: sqlArray(oldestFirst.map(({ order_at }) => order_at)),
    /** For each posting: its term, the 1-based place of its item, and whether the title has it. */
    terms: sqlArray(sorted.flatMap(({ term, places }) => Array<string>(places.length).fill(term))),
    places: sqlArray(sorted.map(({ places }) => places.join())),
    inTitle: sqlArray(sorted.map(({ inTitle }) => inTitle.join())),
    /** Each distinct term, and how many of the items have it. */
    distinctTerms: sqlArray(sorted.map(({ term }) => term)),
    counts: sqlArray(sorted.map(({ places }) => places.length)),
  };
}

function sqlArray(values: readonly (string | number)[]): string {
  return `{${values.join()}}`;
}
