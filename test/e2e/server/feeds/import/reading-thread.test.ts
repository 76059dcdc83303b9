import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type NewsBatch, newsBatches } from '../../../../../src/server/feeds/import/news-batch.ts';
import { readOnThread } from '../../../../../src/server/feeds/import/reading-thread.ts';
import { type ImportProgress, readNews } from '../../../../../src/server/feeds/read-news.ts';
import { lines } from '../../../../helpers/read-input.ts';

const script = fileURLToPath(new URL('../../../../../dist/news-reader.js', import.meta.url));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-thread-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

async function file(content: string | Uint8Array): Promise<string> {
  const path = join(folder, 'news');
  await writeFile(path, content);
  return path;
}

const task = (location: string, size = 1000) => ({ location, size, max_bytes: undefined });

async function all(batches: AsyncIterable<NewsBatch>) {
  const sizes: number[] = [];
  const items: NewsBatch['items'] = [];
  const rejections: NewsBatch['rejections'] = [];
  for await (const batch of batches) {
    sizes.push(batch.items.length + batch.rejections.length);
    items.push(
      ...batch.items.map((item) => ({
        ...item,
        ranking_terms: Uint8Array.from(item.ranking_terms),
      })),
    );
    rejections.push(...batch.rejections);
  }
  return { sizes, items, rejections };
}

const records = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: at,
    title: `Title ${at} of Zoë`,
    ...(at % 3 === 0 && { body: '日本 word '.repeat(at % 50), source: 'Outlet' }),
    ...(at % 5 === 0 && { publication_date: '2024-05-01', url: `https://a.example/${at}` }),
  }));

describe('a file read on a thread', () => {
  it('gives the same entries as without one, in batches of growing size', async () => {
    const path = await file(
      gzipSync(lines(...records(1500), { id: 'no title' }, ...records(1500))),
    );
    const onThread = await all(readOnThread(script, task(path), {}));
    const inProcess = await all(newsBatches(readNews(path), 1000));
    expect(onThread).toEqual({ ...inProcess, sizes: [250, 500, 1000, 1000, 251] });
    expect(inProcess.rejections).toEqual([{ where: 'line 1501', reason: 'has no title' }]);
  });

  it('reports progress', async () => {
    const path = await file(lines(...records(3000)));
    const reports: ImportProgress[] = [];
    await all(
      readOnThread(script, task(path), { onProgress: (progress) => reports.push(progress) }),
    );
    const total_bytes = reports.at(-1)?.total_bytes;
    expect(reports.at(-1)).toEqual({
      location: path,
      bytes: total_bytes,
      total_bytes,
      items: 3000,
    });
    expect(reports[0]?.items).toBe(0);
  });

  it('fails like without one', async () => {
    const path = await file('<!doctype html>');
    await expect(all(readOnThread(script, task(path), {}))).rejects.toMatchObject({
      name: 'FeedError',
      location: path,
      message: `${path}: is an HTML page, not a feed and not JSON Lines`,
    });
  });

  it('fails if the thread fails or exits early', async () => {
    const broken = join(folder, 'broken.mjs');
    await writeFile(broken, 'throw new TypeError("broken")');
    await expect(all(readOnThread(broken, task('x'), {}))).rejects.toThrow('broken');
    await writeFile(broken, '');
    await expect(all(readOnThread(broken, task('x'), {}))).rejects.toThrow(
      'reading x exited early',
    );
  });

  it('is read also by a process with options that threads do not accept', async () => {
    const path = await file(lines(...records(3000), { title: 'x', body: 'word '.repeat(200_000) }));
    const server = new URL('../../../../../dist/server.js', import.meta.url);
    const program = `import { startServer } from ${JSON.stringify(server)};
      const { imported, close } = await startServer({ news: [${JSON.stringify(path)}] });
      console.log(imported[0].added);
      await close();`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect((await run).stdout).toBe('3001\n');
  });

  it('stops, with its thread, if the signal is aborted', async () => {
    const path = await file(lines(...records(3000)));
    const stopping = new AbortController();
    const batches = readOnThread(script, task(path, 10), { signal: stopping.signal });
    await batches.next();
    stopping.abort(new Error('stopped'));
    await expect(all(batches)).rejects.toThrow('stopped');
  });
});
