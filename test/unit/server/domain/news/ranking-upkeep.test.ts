import { expect, it, vi } from 'vitest';
import { RankingUpkeep } from '../../../../../src/server/domain/news/ranking-upkeep.ts';
import { indexed } from '../../../../../src/server/search/index/indexed-item.ts';
import { searchNews } from '../../../../../src/server/search/search.ts';
import { sqliteMigrations } from '../../../../../src/server/store/sqlite/migrations.ts';
import { SqliteNews } from '../../../../../src/server/store/sqlite/news.ts';
import { Database } from '../../../../../src/storage/database.ts';
import { migrateSqlite } from '../../../../../src/storage/migrate.ts';

const now = 1_700_000_000_000;

function item(at: number) {
  const title = at % 2 ? `Gold mine ${at}` : `Tin council ${at}`;
  const rest = { description: 'Found', url: null, source: null, body: null };
  return indexed({ id: `i${at}`, title, ...rest, publication_date: now - at }, now);
}

/** A store of the schema before ranking terms were kept, brought forward. */
function earlierStore(items: number) {
  const database = Database.open(':memory:');
  const before = sqliteMigrations.findIndex((step) => step.includes('news_ranking_terms'));
  migrateSqlite(database, sqliteMigrations.slice(0, before));
  for (let at = 0; at < items; at += 1) {
    const { id, title, description, publication_date, order_at, terms } = item(at);
    const position = order_at * 1000;
    const columns = 'position, id, title, description, publication_date';
    database.run(
      `INSERT INTO news (${columns}) VALUES (?, ?, ?, ?, ?)`,
      position,
      id,
      title,
      description,
      publication_date,
    );
    database.run(
      'INSERT INTO news_terms (rowid, title, text) VALUES (?, ?, ?)',
      position,
      terms.title,
      terms.text,
    );
  }
  migrateSqlite(database, sqliteMigrations);
  return { database, news: new SqliteNews(database) };
}

const kept = (database: Database) =>
  database.get<{ n: number }>('SELECT count(*) AS n FROM news_ranking_terms')?.n;
const quiet = () => {};

it('gives ranking terms to all that an earlier version stored, and the searches stay as they are', async () => {
  const { database, news } = earlierStore(120);
  const search = { query: 'gold mine 7', limit: 10, now };
  const before = await searchNews(news, search);
  expect(before[0]?.item.id).toBe('i7');
  const upkeep = new RankingUpkeep(news, quiet);
  await vi.waitFor(() => expect(kept(database)).toBe(120));
  await upkeep.stop();
  expect((await news.unranked(1)).size).toBe(0);
  expect(await searchNews(news, search)).toEqual(before);
});

it('leaves alone what was replaced meanwhile, and what is stored by now', async () => {
  const { database, news } = earlierStore(2);
  const waiting = await news.unranked(10);
  const newer = indexed({ ...item(0), title: 'Silver' }, now);
  await news.add([newer]);
  await news.keepRankingTerms(new Map([...waiting.keys()].map((key) => [key, new Uint8Array(4)])));
  const [found] = await news.candidates({ anyOf: ['silver'], phrases: [], limit: 1 });
  expect(Buffer.from(found?.ranking_terms ?? [])).toEqual(Buffer.from(newer.ranking_terms));
  expect(kept(database)).toBe(2);
});

it('stops between two pieces, and says what it cannot do', async () => {
  const { database, news } = earlierStore(120);
  await new RankingUpkeep(news, quiet).stop();
  expect(kept(database)).toBeLessThan(120);
  const log = vi.fn();
  database.close();
  await new RankingUpkeep(news, log).stop();
  expect(log).toHaveBeenCalledWith('warn', 'ranking terms not kept', expect.anything());
});
