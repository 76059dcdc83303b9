import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filePositions, NewsFiles } from '../../../../src/server/feeds/news-files.ts';
import { openSqliteStore } from '../../../../src/server/store/sqlite/sqlite-store.ts';

const line = (title: string) => `${JSON.stringify({ title })}\n`;

/** A file whose content was imported, and what is read of it afterwards. */
async function followed(content: string | Buffer, name = 'news.jsonl') {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-files-'));
  const file = join(folder, name);
  writeFileSync(file, content);
  const store = openSqliteStore(':memory:');
  const events: Record<string, unknown>[] = [];
  let changes = 0;
  const files = new NewsFiles({
    news: store.news,
    positions: await filePositions([file, 'https://example.com/feed', join(folder, 'missing')]),
    now: () => Date.UTC(2026, 10, 20),
    log: (level, event, fields) => events.push({ level, event, ...fields }),
    onChange: () => {
      changes += 1;
    },
  });
  onTestFinished(async () => {
    await files.stop();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const titles = async () => (await store.news.latest(50)).map(({ title }) => title).sort();
  return { file, files, events, titles, changes: () => changes };
}

describe('NewsFiles', () => {
  it('reads only lines that were added', async () => {
    const { file, files, titles, events, changes } = await followed(line('Old'));
    await files.read();
    expect(await titles()).toEqual([]);
    appendFileSync(file, line('One') + line('Zwei: Öl'));
    await files.read();
    expect(await titles()).toEqual(['One', 'Zwei: Öl']);
    await files.read();
    expect(events).toMatchObject([{ level: 'info', event: 'news added', read: 2, added: 2 }]);
    expect(changes()).toBe(1);
  });

  it('does not wait for the writer of a FIFO', async () => {
    const { file, files, events } = await followed(line('Old'));
    rmSync(file);
    execFileSync('mkfifo', [file]);
    expect(await filePositions([file])).toEqual([]);
    await files.read();
    expect(events).toMatchObject([{ event: 'news not read', reason: 'is not a regular file' }]);
  });

  it('ignores empty lines that are added', async () => {
    const { file, files, titles, events } = await followed(line('Old'));
    appendFileSync(file, '\n');
    await files.read();
    appendFileSync(file, line('New'));
    await files.read();
    expect(await titles()).toEqual(['New']);
    expect(events.map(({ level }) => level)).not.toContain('warn');
  });

  it('waits for the end of a line', async () => {
    const { file, files, titles, events } = await followed('');
    const whole = line('Whole');
    appendFileSync(file, whole.slice(0, 5));
    await files.read();
    appendFileSync(file, whole.slice(5, -1));
    await files.read();
    expect(await titles()).toEqual([]);
    appendFileSync(file, '\n');
    await files.read();
    expect(await titles()).toEqual(['Whole']);
    expect(events).toMatchObject([{ read: 1, rejected: 0 }]);
  });

  it('reads the last line again if it was not complete at the start', async () => {
    const { file, files, titles } = await followed(`${line('Old')}{"title": "Ha`);
    appendFileSync(file, 'lf"}\n');
    await files.read();
    expect(await titles()).toEqual(['Half']);
  });

  it.each([
    ['truncated', (file: string) => writeFileSync(file, line('A'))],
    ['rewritten in place with more', (file: string) => writeFileSync(file, line('A').padStart(99))],
    [
      'replaced by another file',
      (file: string) => {
        writeFileSync(`${file}.new`, `${line('Old 1')}${line('Old 2')}${line('A')}`);
        renameSync(`${file}.new`, file);
      },
    ],
  ])('reads a file from its start that was %s', async (_, change) => {
    const { file, files, titles } = await followed(line('Old 1') + line('Old 2'));
    change(file);
    await files.read();
    expect(await titles()).toContain('A');
    appendFileSync(file, line('B'));
    await files.read();
    expect(await titles()).toContain('B');
  });

  it('includes lines that were added before a call during a read', async () => {
    const { file, files, titles } = await followed('');
    appendFileSync(file, line('One'));
    const first = files.read();
    appendFileSync(file, line('Two'));
    await Promise.all([files.read(), files.read(), first]);
    expect(await titles()).toEqual(['One', 'Two']);
  });

  it('logs once that a file cannot be read, and reads it when it is back', async () => {
    const { file, files, titles, events } = await followed(line('Old'));
    rmSync(file);
    await files.read();
    await files.read();
    expect(events).toMatchObject([{ level: 'warn', event: 'news not read', path: file }]);
    writeFileSync(file, line('New'));
    await files.read();
    expect(await titles()).toEqual(['New']);
  });

  it('rejects a bad line and reads the next', async () => {
    const { file, files, titles, events } = await followed('');
    appendFileSync(file, `nonsense\n${line('Good')}`);
    await files.read();
    expect(await titles()).toEqual(['Good']);
    expect(events).toMatchObject([{ level: 'warn', read: 2, rejected: 1 }]);
  });

  it.each([
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['a feed', '<rss version="2.0"></rss>\n'],
    ['UTF-16', Buffer.from('\ufeff{"title": "A"}\n', 'utf16le')],
  ])('does not follow %s', async (_, content) => {
    const { file, files, titles } = await followed(content);
    appendFileSync(file, line('One'));
    await files.read();
    expect(await titles()).toEqual([]);
  });
});
