/** An item with what its postings need. */
interface PostedItem {
  number: number;
  order_at: number;
  /** Each distinct term, and whether the title has it. */
  terms: ReadonlyMap<string, boolean>;
}

/** The postings of a batch: each field is the text of an SQL array. */
export interface BatchPostings {
  /** Of the items of the batch, oldest first. */
  numbers: string;
  orderAts: string;
  /** Of each posting, in the order of the index: its term, the place of its item from 1 on, and whether the title has the term. */
  terms: string;
  places: string;
  inTitle: string;
  /** Each distinct term, and how many of the items have it. */
  distinctTerms: string;
  counts: string;
}

/** The postings of one term. */
interface TermPostings {
  places: number[];
  inTitle: string[];
}

/** In the order of the index, so that each of its pages is looked up once for a batch. */
export function batchPostings(items: readonly PostedItem[]): BatchPostings {
  const inTime = items.toSorted((a, b) => a.order_at - b.order_at || a.number - b.number);
  const byTerm = [...postingsByTerm(inTime)].sort(([one], [other]) => (one < other ? -1 : 1));
  const quoted = byTerm.map(([term]) => `"${term.replace(/["\\]/g, '\\$&')}"`);
  const postings = byTerm.map(([, each]) => each);
  return {
    numbers: array(inTime.map(({ number }) => number)),
    orderAts: array(inTime.map((item) => item.order_at)),
    terms: array(
      postings.flatMap(({ places }, at) => Array<string>(places.length).fill(quoted[at] ?? '')),
    ),
    places: array(postings.map(({ places }) => places.join())),
    inTitle: array(postings.map(({ inTitle }) => inTitle.join())),
    distinctTerms: array(quoted),
    counts: array(postings.map(({ places }) => places.length)),
  };
}

function postingsByTerm(items: readonly PostedItem[]): Map<string, TermPostings> {
  const byTerm = new Map<string, TermPostings>();
  for (const [at, item] of items.entries()) {
    for (const [term, inTitle] of item.terms) {
      const known = byTerm.get(term);
      const postings = known ?? { places: [], inTitle: [] };
      if (!known) byTerm.set(term, postings);
      postings.places.push(at + 1);
      postings.inTitle.push(inTitle ? 't' : 'f');
    }
  }
  return byTerm;
}

function array(values: readonly (string | number)[]): string {
  return `{${values.join()}}`;
}
