import { type Sql, sql } from '../sql/sql.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { separator, type TermRecord, visitTerms } from './news-terms.ts';
import { BlockWriter, type Posting, readBlocks } from './posting-blocks.ts';
import type { RunQuery } from './run-query.ts';

/** The fields of an item that its postings are made from. */
interface PostedItem extends TermRecord {
  number: number;
  order_at: number;
}

interface Block {
  term: string;
  /** In the order of their times and numbers. */
  postings: readonly Posting[];
}

/** Number of blocks of a tier that are merged into one of the next tier. */
const blocksPerMerge = 16;
/** Of blocks. Those of the last one, with at least 256 postings, are not merged. */
export const tiers = [0, 1, 2] as const;
const [firstTier, , lastTier] = tiers;
/** One of so many terms of an addition is examined, so that an examination finds several new blocks. */
const termsPerExamined = 8;
/** Number of deleted items whose postings are removed at a time. */
const itemsPerRemoval = 100;

/** Locks out merges until the transaction ends. */
export async function lockPostings(query: RunQuery): Promise<void> {
  const [program, purpose] = advisoryLocks.postings;
  await query(sql`SELECT pg_advisory_xact_lock(${program}, ${purpose})`);
}

/** Adds the postings of items, and merges blocks of some of their terms. */
export async function addPostings(query: RunQuery, items: readonly PostedItem[]): Promise<void> {
  const blocks = blocksOf(items);
  await query(insertBlocks(blocks));
  const examined = blocks.filter(() => Math.random() * termsPerExamined < 1);
  const [program, purpose] = advisoryLocks.postings;
  const [lock] = await query<{ held: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock_shared(${program}, ${purpose}) AS held`,
  );
  if (lock?.held) await query(mergeBlocks(examined.map(({ term }) => term)));
}

/**
 * Removes the postings of deleted items. The transaction must hold {@link lockPostings} since before
 * it deleted them.
 */
export async function removePostings(
  query: RunQuery,
  items: readonly { number: number; terms: Iterable<string> }[],
): Promise<void> {
  const inOrder = items.toSorted((a, b) => a.number - b.number);
  for (let from = 0; from < inOrder.length; from += itemsPerRemoval) {
    const numbersByTerm = new Map<string, number[]>();
    for (const { number, terms } of inOrder.slice(from, from + itemsPerRemoval)) {
      for (const term of terms) {
        const numbers = numbersByTerm.get(term);
        if (numbers) numbers.push(number);
        else numbersByTerm.set(term, [number]);
      }
    }
    const taken = await query<{ term: string; postings: Buffer }>(takeBlocks(numbersByTerm));
    const left = taken.map(({ term, postings }) => {
      const removed = new Set(numbersByTerm.get(term));
      return { term, postings: postingsOf(postings).filter(({ number }) => !removed.has(number)) };
    });
    await query(insertBlocks(left.filter(({ postings }) => postings.length > 0)));
  }
}

function blocksOf(items: readonly PostedItem[]): Block[] {
  const byTerm = new Map<string, Posting[]>();
  // One object for all terms: with one for each, an addition takes a third longer.
  let posting: Posting;
  const addOnce = (term: string) => {
    const postings = byTerm.get(term);
    if (!postings) byTerm.set(term, [posting]);
    else if (postings[postings.length - 1]?.number !== posting.number) postings.push(posting);
  };
  for (const { number, order_at, title_terms, text_terms } of items.toSorted(compare)) {
    posting = { number, order_at, inTitle: true };
    visitTerms(title_terms, addOnce);
    posting = { number, order_at, inTitle: false };
    visitTerms(text_terms, addOnce);
  }
  return [...byTerm].map(([term, postings]) => ({ term, postings }));
}

function postingsOf(bytes: Buffer): Posting[] {
  const postings: Posting[] = [];
  readBlocks(bytes, (number, order_at, inTitle) => postings.push({ number, order_at, inTitle }));
  return postings.sort(compare);
}

function compare(a: Omit<Posting, 'inTitle'>, b: Omit<Posting, 'inTitle'>): number {
  return a.order_at - b.order_at || a.number - b.number;
}

function insertBlocks(blocks: readonly Block[]): Sql {
  const writer = new BlockWriter();
  const columns: Record<'oldest' | 'newest' | 'first' | 'last' | 'items' | 'start', number[]> = {
    oldest: [],
    newest: [],
    first: [],
    last: [],
    items: [],
    start: [],
  };
  for (const { postings } of blocks) {
    columns.oldest.push(postings[0]?.order_at ?? 0);
    columns.newest.push(postings.at(-1)?.order_at ?? 0);
    columns.items.push(postings.length);
    columns.start.push(writer.length + 1);
    writer.add(postings);
    let [first, last] = [Number.POSITIVE_INFINITY, 0];
    for (const { number } of postings) {
      if (number < first) first = number;
      if (number > last) last = number;
    }
    columns.first.push(first);
    columns.last.push(last);
  }
  const lengths = columns.start.map(
    (start, at) => (columns.start[at + 1] ?? writer.length + 1) - start,
  );
  return sql`INSERT INTO news_postings
      (oldest_at, newest_at, first_number, last_number, items, tier, term, postings)
    SELECT oldest, newest, first, last, items,
      CASE WHEN items < ${blocksPerMerge}::int THEN ${firstTier}::int
        WHEN items < ${blocksPerMerge ** 2}::int THEN ${tiers[1]}::int ELSE ${lastTier}::int END,
      term, substring(${writer.bytes()}::bytea FROM start FOR length)
    FROM unnest(string_to_array(${blocks.map(({ term }) => term).join(separator)}, ${separator}),
      ${arrayText(columns.oldest)}::bigint[], ${arrayText(columns.newest)}::bigint[],
      ${arrayText(columns.first)}::bigint[], ${arrayText(columns.last)}::bigint[],
      ${arrayText(columns.items)}::integer[], ${arrayText(columns.start)}::integer[],
      ${arrayText(lengths)}::integer[])
      AS block (term, oldest, newest, first, last, items, start, length)
    -- In the order of the index, so that each of its pages is looked up once.
    ORDER BY term COLLATE "C"`;
}

/** Long lists are sent in the text format of arrays: the driver would escape each number. */
function arrayText(numbers: readonly number[]): string {
  return `{${numbers.join()}}`;
}

/** Merges the blocks of each tier of these terms that has enough. */
function mergeBlocks(terms: readonly string[]): Sql {
  return sql`WITH crowded AS MATERIALIZED (
      SELECT term, tier FROM unnest(${terms}::text[]) AS examined (term) CROSS JOIN LATERAL (
        SELECT tier FROM news_postings WHERE term = examined.term AND tier = ANY (${tiers.slice(0, -1)})
        GROUP BY tier HAVING count(*) >= ${blocksPerMerge}
      ) AS counted
    ),
    merged AS (
      DELETE FROM news_postings WHERE ctid = ANY(ARRAY(
        SELECT place FROM crowded CROSS JOIN LATERAL (
          SELECT ctid AS place FROM news_postings
          WHERE term = crowded.term AND tier = crowded.tier
          OFFSET 0 FOR UPDATE SKIP LOCKED
        ) AS block
      ))
      RETURNING *
    )
    INSERT INTO news_postings
      (oldest_at, newest_at, first_number, last_number, items, tier, term, postings)
    SELECT min(oldest_at), max(newest_at), min(first_number), max(last_number), sum(items), tier + 1,
      term, string_agg(postings, '')
    FROM merged GROUP BY term, tier`;
}

/** Deletes the blocks that may have a posting of these items, and returns them. */
function takeBlocks(numbersByTerm: ReadonlyMap<string, readonly number[]>): Sql {
  return sql`DELETE FROM news_postings WHERE ctid = ANY(ARRAY(
      SELECT place
      FROM unnest(${[...numbersByTerm.keys()]}::text[],
        ${[...numbersByTerm.values()].map((numbers) => `{${numbers.join()}}`)}::text[])
        AS removed (term, numbers)
      CROSS JOIN LATERAL (
        SELECT ctid AS place FROM news_postings
        WHERE term = removed.term AND tier = ANY (${tiers}) AND EXISTS (
          SELECT FROM unnest(removed.numbers::bigint[]) AS number
          WHERE number BETWEEN first_number AND last_number
        )
        OFFSET 0
      ) AS block
    ))
    RETURNING term, postings`;
}
