/** An item with what its postings need. */
interface PostedItem {
  number: number;
  order_at: number;
  /** Each distinct term, and whether the title has it. */
  terms: ReadonlyMap<string, boolean>;
}

/**
 * The postings of a batch as the texts of SQL arrays. They are in the order of the index, so that each
 * of its pages is looked up once for a batch.
 */
export function batchPostings(items: readonly PostedItem[]) {
  const oldestFirst = items.toSorted((a, b) => a.order_at - b.order_at || a.number - b.number);
  const byTerm = new Map<string, { places: number[]; inTitle: string[] }>();
  for (const [at, item] of oldestFirst.entries()) {
    for (const [term, inTitle] of item.terms) {
      const known = byTerm.get(term);
      const postings = known ?? { places: [], inTitle: [] };
      if (!known) byTerm.set(term, postings);
      postings.places.push(at + 1);
      postings.inTitle.push(inTitle ? 't' : 'f');
    }
  }
  const sorted = [...byTerm]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([term, postings]) => ({ term: `"${term.replace(/["\\]/g, '\\$&')}"`, ...postings }));
  return {
    /** Of the items of the batch. */
    numbers: array(oldestFirst.map(({ number }) => number)),
    orderAts: array(oldestFirst.map(({ order_at }) => order_at)),
    /** Of each posting: its term, the place of its item from 1 on, and whether the title has it. */
    terms: array(sorted.flatMap(({ term, places }) => Array<string>(places.length).fill(term))),
    places: array(sorted.map(({ places }) => places.join())),
    inTitle: array(sorted.map(({ inTitle }) => inTitle.join())),
    /** Each distinct term, and how many of the items have it. */
    distinctTerms: array(sorted.map(({ term }) => term)),
    counts: array(sorted.map(({ places }) => places.length)),
  };
}

function array(values: readonly (string | number)[]): string {
  return `{${values.join()}}`;
}
