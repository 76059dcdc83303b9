/** An item as its postings need it. */
interface PostedItem {
  number: number;
  order_at: number;
  /** Each of its terms with its weight. */
  weights: ReadonlyMap<string, number>;
  /** How many terms it has. */
  length: number;
}

/** The postings of a batch: each field is the text of an SQL array. */
export interface BatchPostings {
  /** Of the batch's items, in the order of their time. */
  numbers: string;
  orderAts: string;
  lengths: string;
  /** Of each posting, in the order of the index: its term, its item's place from 1 on, its weight. */
  terms: string;
  places: string;
  weights: string;
  /** Each term once, and how many of the items have it. */
  distinctTerms: string;
  counts: string;
}

/** Postings of one term. */
interface TermPostings {
  places: number[];
  weights: number[];
}

/** In the order of the index, so that its pages are sought once for a batch and not for a posting. */
export function batchPostings(items: readonly PostedItem[]): BatchPostings {
  const inTime = items.toSorted((a, b) => a.order_at - b.order_at || a.number - b.number);
  const byTerm = [...postingsByTerm(inTime)].sort(([one], [other]) => (one < other ? -1 : 1));
  const quoted = byTerm.map(([term]) => `"${term.replace(/["\\]/g, '\\$&')}"`);
  const postings = byTerm.map(([, each]) => each);
  return {
    numbers: array(inTime.map(({ number }) => number)),
    orderAts: array(inTime.map((item) => item.order_at)),
    lengths: array(inTime.map(({ length }) => length)),
    terms: array(
      postings.flatMap(({ places }, at) => Array<string>(places.length).fill(quoted[at] ?? '')),
    ),
    places: array(postings.map(({ places }) => places.join())),
    weights: array(postings.map(({ weights }) => weights.join())),
    distinctTerms: array(quoted),
    counts: array(postings.map(({ places }) => places.length)),
  };
}

function postingsByTerm(items: readonly PostedItem[]): Map<string, TermPostings> {
  const byTerm = new Map<string, TermPostings>();
  for (const [at, item] of items.entries()) {
    for (const [term, weight] of item.weights) {
      const known = byTerm.get(term);
      const postings = known ?? { places: [], weights: [] };
      if (!known) byTerm.set(term, postings);
      postings.places.push(at + 1);
      postings.weights.push(weight);
    }
  }
  return byTerm;
}

function array(values: readonly (string | number)[]): string {
  return `{${values.join()}}`;
}
