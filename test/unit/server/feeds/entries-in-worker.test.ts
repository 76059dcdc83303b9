import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { feedPlaces } from '../../../../src/server/feeds/feed-places.ts';
import { lines, read } from '../../../helpers/read-input.ts';

const size = 200_000;
const rss = (items: string) => `<rss><channel><title>Otters</title>${items}</channel></rss>`;
const largeFeed = rss('<item><title>Otter</title></item>'.repeat(size / 33));
const largeLines = lines(...Array.from({ length: size / 20 }, (_, id) => ({ id, title: 'Otter' })));

/** The worker threads that are started while `action` runs. */
async function workersDuring(action: () => Promise<unknown>): Promise<Worker[]> {
  const workers: Worker[] = [];
  const add = (worker: Worker) => workers.push(worker);
  process.on('worker', add);
  await action().finally(() => process.off('worker', add));
  return workers;
}

describe('a large document', () => {
  it.each([
    ['a feed', largeFeed],
    ['JSON Lines', `${largeLines}{"id":true}\n`],
    ['truncated XML', largeFeed.slice(0, -30)],
    [
      'a JSON Feed',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1',
        items: Array(9000).fill({ id: 1, title: 'Otter' }),
      }),
    ],
  ])('is parsed by a worker thread as without one: %s', async (_, content) => {
    const result = read(content, { inWorker: true });
    const workers = await workersDuring(() => result);
    expect(workers).toHaveLength(1);
    expect(await result).toEqual(await read(content, { inWorker: false }));
  });

  it.each([
    ['is not news', `plain ${'text '.repeat(size / 5)}`, {}],
    ['is too large', largeFeed, { maxBytes: 100_000 }],
  ])('fails with the same error if it %s', async (_, content, options) => {
    const reason = await read(content, { ...options, inWorker: false }).catch(String);
    expect(reason).toMatch(/^FeedError: test: is /);
    await expect(read(content, { ...options, inWorker: true })).rejects.toThrow(
      String(reason).replace('FeedError: ', ''),
    );
  });

  it('is no longer parsed when the signal is aborted', async () => {
    const stopping = new AbortController();
    const reading = read(largeLines, { inWorker: true, signal: stopping.signal });
    const [worker] = (await once(process, 'worker')) as [Worker];
    const exited = once(worker, 'exit');
    await setImmediate();
    stopping.abort(new Error('stopping'));
    await expect(reading).rejects.toThrow('stopping');
    await exited;
  });

  it('ends its worker thread', async () => {
    const workers = await workersDuring(() => read(largeLines, { inWorker: true }));
    expect(workers.map(({ threadId }) => threadId)).toEqual([-1]);
  });
});

describe('worker threads', () => {
  const groups = (account: string) => ({ places, groups: [account] });
  const places = feedPlaces({ largeBodies: 1 });

  it('are two at a time, and one for each account', async () => {
    const running: number[] = [];
    const exited = (worker: Worker) => {
      running.push(running.length === 0 ? 1 : (running.at(-1) ?? 0) + 1);
      worker.once('exit', () => running.push((running.at(-1) ?? 0) - 1));
    };
    process.on('worker', exited);
    const inWorker = (account: string) =>
      read(largeLines, { inWorker: true, share: groups(account) });
    await Promise.all(['a', 'a', 'a', 'a'].map(inWorker));
    expect(Math.max(...running)).toBe(1);
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(inWorker));
    process.off('worker', exited);
    expect(Math.max(...running)).toBe(2);
    expect(running.filter((count, at) => count > (running[at - 1] ?? 0))).toHaveLength(9);
    expect(places.workers.free).toBe(2);
  });

  it('end when they take too long, and their places are free', async () => {
    const reading = read(largeLines, { inWorker: true, share: groups('a'), parseTimeout: 1 });
    const [worker] = (await once(process, 'worker')) as [Worker];
    await expect(reading).rejects.toThrow('test: cannot be parsed: it takes longer than 0.001 s');
    expect(worker.threadId).toBe(-1);
    expect(places.workers.free).toBe(2);
  });
});

it('a small document needs no worker thread', async () => {
  const workers = await workersDuring(() =>
    read(rss('<item><title>Otter</title></item>'), { inWorker: true }),
  );
  expect(workers).toEqual([]);
});
