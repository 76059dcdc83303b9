import { describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../../../src/server/store/postgres/postgres-store.ts';
import { readBlocks } from '../../../../../src/server/store/postgres/posting-blocks.ts';
import type { IndexedNewsItem } from '../../../../../src/server/store/store.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { query } from '../../../../helpers/postgres-cluster.ts';
import { randomFrom } from '../../../../helpers/random.ts';

const now = 1_700_000_000_000;
const words = ['gold', 'tin', 'mine', 'peru', 'strike', 'price', 'export', 'copper'];

function item(id: string, text: string, order_at = now): IndexedNewsItem {
  return {
    id,
    title: text,
    description: '',
    url: null,
    source: null,
    publication_date: order_at,
    body: null,
    order_at,
    terms: { title: text, text: '' },
    ranking_terms: new Uint8Array(4),
  };
}

interface BlockRow {
  term: string;
  tier: number;
  items: number;
  oldest: number;
  newest: number;
  first: number;
  last: number;
  postings: Buffer;
}

describe.skipIf(!postgres)(`blocks of postings ${onPostgres}`, () => {
  it('have exactly the terms of the stored items after concurrent small changes', async () => {
    const { address, release } = await acquireStoreDatabase();
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(address)));
    const random = randomFrom(5);
    const several = () => words.filter(() => random() < 0.5).join(' ');
    const changes = stores.map(async ({ store }, process) => {
      for (let n = 0; n < 120; n += 1) {
        const id = `i${process}-${n}`;
        // Items of all processes, too, so that some additions meet.
        const shared = `s${n % 10}`;
        await store.news.add([item(id, `only${id} ${several()}`), item(shared, several(), n)]);
        if (n % 3 === 0) await store.news.delete([id, `s${n % 7}`]);
      }
    });
    await Promise.all(changes);
    // Removals keep additions from merging blocks, so how many they leave is chance.
    for (let n = 0; n < 200; n += 1) await stores[0]?.store.news.add([item(`q${n}`, several())]);
    const items = await query<{ number: string; order_at: string; title_terms: string }>(
      address,
      'SELECT number, order_at, title_terms FROM news',
    );
    const expected = items.flatMap(({ number, order_at, title_terms }) =>
      title_terms.split(' ').flatMap((term) => (term ? [`${term} ${number} ${order_at}`] : [])),
    );
    const blocks = await query<BlockRow>(
      address,
      `SELECT term, tier, items, oldest_at::float8 AS oldest, newest_at::float8 AS newest,
        first_number::float8 AS first, last_number::float8 AS last, postings FROM news_postings`,
    );
    const stored: string[] = [];
    for (const { term, items: count, oldest, newest, first, last, postings } of blocks) {
      const before = stored.length;
      readBlocks(postings, (number, orderAt) => {
        stored.push(`${term} ${number} ${orderAt}`);
        expect(number).toBeGreaterThanOrEqual(first);
        expect(number).toBeLessThanOrEqual(last);
        expect(orderAt).toBeGreaterThanOrEqual(oldest);
        expect(orderAt).toBeLessThanOrEqual(newest);
      });
      expect(stored.length - before).toBe(count);
    }
    expect(stored.sort()).toEqual(expected.sort());
    const merged = blocks.filter(({ tier }) => tier > 0);
    expect(merged.length).toBeGreaterThan(0);
    for (const word of words) {
      expect(blocks.filter(({ term }) => term === word).length).toBeLessThan(120);
    }
    await Promise.all(stores.map(({ store }) => store.close()));
    release();
  });
});
