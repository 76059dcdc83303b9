import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteNews } from 'newswatch/server';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { indexItem } from '../../../../src/server/search/index/index-item.ts';
import { openStore } from '../../../../src/server/store/open-store.ts';
import { PostgresDatabase } from '../../../../src/server/store/postgres/database.ts';
import { raw, sql } from '../../../../src/server/store/sql/sql.ts';
import type { NewsItemRecord, Store } from '../../../../src/server/store/store.ts';
import { addRecords } from '../../../helpers/add-records.ts';
import { closing } from '../../../helpers/closing.ts';
import { foundInFolder } from '../../../helpers/found-in-folder.ts';
import { acquireStoreDatabase, onPostgres, postgres } from '../../../helpers/postgres.ts';
import { aChannel, anAccount } from './contract/records.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'newswatch-erasure-'));
});

const open = async (...secretKeys: string[]): Promise<Store> =>
  (await openStore({ data, secretKeys })).store;

/** Words that occur only in one item, in one of its versions. */
const wordsOf = (n: number, version: number): string[] =>
  ['heading', 'lead', 'story', 'link'].map((part) => `${part}${n}of${version}x`);

const wordPattern = /(heading|lead|story|link)\d+of\dx/g;

function anItem(n: number, version: number): NewsItemRecord {
  const [heading, lead, story, link] = wordsOf(n, version);
  // The bodies of some items need several pages of the database.
  const filling = 'The river rose and fell again. '.repeat((n % 7) ** 3);
  return {
    id: `item${n}`,
    title: `Otters ${heading}`,
    description: `Seen ${lead}`,
    url: `https://news.example/${link}`,
    source: null,
    publication_date: 1_000 * ((n * 7919) % 1000),
    body: `${filling}${story}`,
  };
}

const count = 800;

/** Adds news in several batches, some of it twice with other texts. */
async function addNews(store: Store): Promise<void> {
  for (let start = 0; start < count; start += 100) {
    const items = Array.from({ length: 100 }, (_, n) => anItem(start + n, 1));
    await store.news.add(items.map((item) => indexItem(item, 2_000_000)));
    const changed = items.filter((_, n) => n % 3 === 0).map((_, n) => anItem(start + 3 * n, 2));
    await store.news.add(changed.map((item) => indexItem(item, 2_000_000)));
  }
}

const removed = Array.from({ length: 120 }, (_, n) => (n * 13) % count);
const ids = removed.map((n) => `item${n}`);
const removedWords = removed.flatMap((n) => [...wordsOf(n, 1), ...wordsOf(n, 2)]);

/** The words of removed items that a file of the folder contains. */
const remains = () => {
  const found = foundInFolder(data, wordPattern);
  return removedWords.filter((word) => found.has(word));
};

describe('a takedown', () => {
  it('leaves no removed text in any file of the folder while another process has it open', async () => {
    const server = await open();
    await addNews(server);
    expect(remains()).not.toEqual([]);
    expect(await deleteNews({ data, ids })).toMatchObject({ news: removed.length });
    expect(remains()).toEqual([]);
    const kept = anItem(1, 1);
    expect(await server.news.get('item1')).toMatchObject({ title: kept.title, body: kept.body });
    expect(await server.news.frequencies(['heading1of1x', 'heading0of2x'])).toEqual(
      new Map([['heading1of1x', 1]]),
    );
    await server.close();
    expect(remains()).toEqual([]);
    await (await open()).close();
    expect(remains()).toEqual([]);
  });

  it('leaves none when nothing else has the folder open', async () => {
    const server = await open();
    await addNews(server);
    await server.close();
    await deleteNews({ data, ids });
    expect(remains()).toEqual([]);
  });

  it('that was interrupted leaves none after the next start', async () => {
    const server = await open();
    await addNews(server);
    await server.erasure?.request();
    await server.news.delete(ids);
    await server.close();
    expect(remains()).not.toEqual([]);
    const restarted = await open();
    expect(remains()).toEqual([]);
    await restarted.close();
  });
});

describe('signing secrets', () => {
  const secrets = Array.from({ length: 60 }, (_, n) => `whsec_${n}_${'s'.repeat(20)}`);
  const key = () => randomBytes(32).toString('base64');

  async function addConnections(store: Store): Promise<void> {
    await addRecords(store, { accounts: [anAccount('a')] });
    for (const [n, secret] of secrets.entries()) {
      const channel = aChannel(`c${n}`, {
        webhook_url: `https://a.example/${n}`,
        signing_secret: secret,
      });
      await addRecords(store, { channels: [channel] });
    }
    for (let n = 0; n < secrets.length; n += 4) await store.channels.delete(`c${n}`);
  }

  const isPlainAnywhere = () => foundInFolder(data, /whsec_/g).size > 0;

  it('are in no file of the folder as plain text once a server with a key has started', async () => {
    const plain = await open();
    await addConnections(plain);
    await plain.close();
    expect(isPlainAnywhere()).toBe(true);
    const server = await open(key());
    expect(isPlainAnywhere()).toBe(false);
    await server.close();
    expect(isPlainAnywhere()).toBe(false);
  });

  it('are in none while another server runs', async () => {
    const plain = await open();
    await addConnections(plain);
    const server = await open(key());
    expect(isPlainAnywhere()).toBe(false);
    await server.close();
    await plain.close();
    expect(isPlainAnywhere()).toBe(false);
  });

  it('are in none if all connections with plain secrets were deleted', async () => {
    const plain = await open();
    await addConnections(plain);
    for (const n of secrets.keys()) await plain.channels.delete(`c${n}`);
    await plain.close();
    expect(isPlainAnywhere()).toBe(true);
    await (await open(key())).close();
    expect(isPlainAnywhere()).toBe(false);
  });

  it('are in none after a server that stored plain secrets next to one with a key', async () => {
    const [plain, old] = [await open(), key()];
    await addConnections(plain);
    const server = await open(old);
    const late = aChannel('late', {
      webhook_url: 'https://a.example/late',
      signing_secret: 'whsec_late',
    });
    await addRecords(plain, { channels: [late] });
    await plain.channels.delete('late');
    await Promise.all([plain.close(), server.close()]);
    await (await open(old)).close();
    expect(isPlainAnywhere()).toBe(false);
  });
});

// The files of PostgreSQL belong to its server (docs/operating.md).
it.skipIf(!postgres)(`a takedown leaves no removed text in any row ${onPostgres}`, async () => {
  const { address, release } = await acquireStoreDatabase();
  onTestFinished(release);
  const { store } = await openStore({ data, database: address, databaseConnections: 2 });
  await addNews(store);
  const database = closing(await PostgresDatabase.open(address));
  const containing = async () => {
    const tables = await database.all<{ name: string }>(
      sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const rows = await Promise.all(
      tables.map(({ name }) =>
        database.all<{ text: string }>(sql`SELECT t::text AS text FROM ${raw(name)} AS t`),
      ),
    );
    const text = rows.flat().map((row) => row.text);
    const found = new Set(text.join('\n').match(wordPattern));
    return removedWords.filter((word) => found.has(word));
  };
  expect(await containing()).not.toEqual([]);
  await deleteNews({ data, database: address, databaseConnections: 2, ids });
  expect(await containing()).toEqual([]);
  await store.close();
});
