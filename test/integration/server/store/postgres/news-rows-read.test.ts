import { describe, expect, it } from 'vitest';
import { PostgresDatabase } from '../../../../../src/server/store/postgres/database.ts';
import {
  migrateDatabase,
  storeIn,
} from '../../../../../src/server/store/postgres/postgres-store.ts';
import type { IndexedNewsItem, NewsQuery } from '../../../../../src/server/store/store.ts';
import { closing } from '../../../../helpers/closing.ts';
import { createEmptyDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { query } from '../../../../helpers/postgres-cluster.ts';
import { rowsRead } from '../../../../helpers/rows-read.ts';

const now = 1_700_000_000_000;
const many = 200_000;

/** Many items with terms of their own, which are not those of the items that the test adds. */
const fill = `
  INSERT INTO news (id, order_at, arrival, first_arrival, title, description, title_terms, text_terms,
      ranking_terms)
    SELECT 'filled' || n, ${now} - 2 * ${many} + n, n, n, 'Title', '', 'title', '', ''
    FROM generate_series(1, ${many}) n;
  INSERT INTO news_postings (oldest_at, newest_at, first_number, last_number, items, tier, term, postings)
    SELECT 0, ${now}, 1, ${many}, 1, n % 3, 'filled' || n % (${many} / 10), '' FROM generate_series(1, ${many}) n;
  INSERT INTO news_totals (items, title_terms, text_terms, generation) VALUES (${many}, 0, 0, 1);
  SELECT setval('news_arrivals', ${many})`;

/** The states of the tables when they were last analyzed. */
const statistics = {
  'of the present rows': `${fill}; ANALYZE`,
  'of almost empty tables': `
    INSERT INTO news_postings VALUES (0, ${now}, 1, 1, 1, 0, 'gold', '');
    ANALYZE;
    DELETE FROM news_postings;
    ${fill}`,
  'of tables full of dead rows': `${fill}; DELETE FROM news; DELETE FROM news_postings; ANALYZE; ${fill}`,
};

function item(id: string, words: string): IndexedNewsItem {
  return {
    id,
    title: words,
    description: '',
    url: null,
    source: null,
    publication_date: now,
    body: null,
    order_at: now,
    terms: { title: words, text: '' },
    ranking_terms: new Uint8Array(4),
  };
}

describe.skipIf(!postgres)(`${many.toLocaleString('en')} items ${onPostgres}`, () => {
  it.each(Object.entries(statistics))(
    'are found by indexes with statistics %s',
    async (_name, prepare) => {
      const address = await createEmptyDatabase();
      await migrateDatabase(address);
      for (const table of ['news', 'news_postings']) {
        await query(address, `ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
      }
      await query(address, prepare);
      const database = closing(await PostgresDatabase.open(address, { connections: 1 }));
      const { news } = storeIn(database);
      const terms = ['gold', 'mine', 'peru'].map((term) => ({
        term,
        weight: 100,
        titleWeight: 80,
      }));
      const find = async (options: Partial<NewsQuery> = {}) =>
        (await news.candidates({ terms, phrases: [], limit: 50, ...options })).length;
      const work = async () => {
        for (let n = 0; n < 40; n += 1) await news.add([item(`new${n}`, `gold mine word${n}`)]);
        await news.add([item('new1', 'gold in peru')]);
        const otherWords = Array.from({ length: 5_000 }, (_, n) => `other${n}`);
        await news.add([item('long', otherWords.join(' '))]);
        expect((await news.frequencies(otherWords)).size).toBe(5_000);
        expect(await news.delete(['long'])).toBe(1);
        expect(await find()).toBe(40);
        expect(await find({ newest: 10 })).toBe(40);
        expect(await find({ phrases: [['gold', 'mine']] })).toBe(39);
        expect(await find({ phrases: [['gold', 'mine']], newest: 10, since: now })).toBe(39);
        expect(await news.frequencies(['gold', 'peru', 'filled7', 'none'])).toEqual(
          new Map([
            ['gold', 40],
            ['peru', 1],
            ['filled7', 10],
          ]),
        );
        expect(await news.delete(['new0', 'new2', 'unknown'])).toBe(2);
        expect(await find()).toBe(38);
        expect(await news.latest(3)).toHaveLength(3);
        expect(await news.oldest(now, 3)).toHaveLength(3);
        expect(await news.arrivals(many, 5)).toHaveLength(5);
      };
      // The blocks of 5,000 words are read to count them and to remove them; a scan would read 200,000.
      expect(
        await rowsRead(database, 'news', () =>
          rowsRead(database, 'news_postings', work).then((read) =>
            expect(read).toBeLessThan(16_000),
          ),
        ),
      ).toBeLessThan(3_000);
    },
    120_000,
  );
});
