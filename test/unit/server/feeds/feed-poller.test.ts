import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../../../src/server/clock.ts';
import {
  FeedPoller,
  feedBackoff,
  type PollerOptions,
} from '../../../../src/server/feeds/feed-poller.ts';
import { openSqliteStore } from '../../../../src/server/store/sqlite/sqlite-store.ts';
import type { AddedNews, IndexedNewsItem } from '../../../../src/server/store/store.ts';
import { feedServer } from '../../../helpers/feed-server.ts';

const MINUTE = 60_000;
const feed = (title: string) =>
  `<rss version="2.0"><channel><title>F</title><item><guid>tag:x,2024:1</guid><title>${title}</title></item></channel></rss>`;

/** A poller with timers that the test fires. */
function polling(locations: string[], more: Partial<PollerOptions> = {}) {
  const store = openSqliteStore(':memory:');
  const timers: { milliseconds: number; fire: () => void }[] = [];
  const events: Record<string, unknown>[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const poller = new FeedPoller(store.news, {
    locations,
    log: (level, event, fields) => events.push({ level, event, ...fields }),
    clock: {
      now: () => Date.UTC(2024, 5, 1),
      realNow: () => Date.UTC(2024, 5, 1),
      scaled: (milliseconds) => milliseconds,
      setTimer(milliseconds, then) {
        const timer = { milliseconds, fire: then };
        timers.push(timer);
        for (const each of waiting) if (timers.length >= each.count) each.resolve();
        return { cancel: () => timers.splice(timers.indexOf(timer), 1) };
      },
    },
    random: () => 0,
    ...more,
  });
  onTestFinished(async () => {
    await poller.stop();
    await store.close();
  });
  /** Resolves when `count` timers have been set, which means that as many polls have ended. */
  const ended = (count: number) =>
    new Promise<void>((resolve) => {
      if (timers.length >= count) resolve();
      else waiting.push({ count, resolve });
    });
  return { poller, store, timers, events, ended };
}

describe('FeedPoller', () => {
  it('polls at once and then periodically', async () => {
    let title = 'One';
    const { origin } = await feedServer((_, response) => response.end(feed(title)));
    const { store, timers, events, ended } = polling([origin], { interval: 5 * MINUTE });
    await ended(1);
    title = 'Two';
    timers[0]?.fire();
    await ended(2);
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([5 * MINUTE, 5 * MINUTE]);
    expect((await store.news.latest(1))[0]?.title).toBe('Two');
    expect(events).toMatchObject([
      { level: 'info', event: 'feed polled', location: `${origin}/`, added: 1 },
      { level: 'info', event: 'feed polled', updated: 1 },
    ]);
  });

  it('feeds of hosts that never respond do not delay others', async () => {
    const silent = await Promise.all(Array.from({ length: 8 }, () => feedServer(() => {})));
    const { origin } = await feedServer((_, response) => response.end(feed('One')));
    const dead = silent.flatMap((server) =>
      Array.from({ length: 20 }, (_, n) => `${server.origin}/${n}`),
    );
    const { store, ended } = polling([...dead, origin]);
    await ended(1);
    expect((await store.news.latest(1))[0]?.title).toBe('One');
    for (const { requests } of silent) expect(requests.length).toBeLessThanOrEqual(2);
  });

  it('sends the validators of the last response', async () => {
    const { origin, requests } = await feedServer((request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end(feed('One'));
    });
    const { timers, events, ended } = polling([origin]);
    await ended(1);
    timers[0]?.fire();
    await ended(2);
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"']);
    expect(events[1]).toEqual({ level: 'info', event: 'feed unchanged', location: `${origin}/` });
  });

  it('sends no validators if the last response was not stored', async () => {
    let page = '<html>';
    const { origin, requests } = await feedServer((_, response) => {
      response.writeHead(200, { etag: '"1"' }).end(page);
    });
    const { timers, events, ended } = polling([origin]);
    await ended(1);
    page = feed('One');
    timers[0]?.fire();
    await ended(2);
    expect(requests[1]?.headers).not.toHaveProperty('if-none-match');
    expect(events[1]).toMatchObject({ event: 'feed polled', added: 1 });
  });

  it('backs off with each failure and logs no credentials', async () => {
    let fails = true;
    const { origin } = await feedServer((_, response) => {
      if (fails) response.writeHead(500).end();
      else response.end(feed('One'));
    });
    const { timers, events, ended } = polling([origin.replace('//', '//user:secret@')]);
    await ended(1);
    timers[0]?.fire();
    await ended(2);
    fails = false;
    timers[1]?.fire();
    await ended(3);
    fails = true;
    timers[2]?.fire();
    await ended(4);
    expect(timers.map(({ milliseconds }) => milliseconds / MINUTE)).toEqual([1, 2, 15, 1]);
    expect(events[0]).toEqual({
      level: 'warn',
      event: 'feed failed',
      location: `${origin}/`,
      reason: `${origin}/: returned 500 Internal Server Error, not a feed`,
      failures: 1,
      retry_in_ms: MINUTE,
    });
  });

  it('fetches two feeds of a host at a time and each feed once', async () => {
    const open: ServerResponse[] = [];
    let arrived = () => {};
    const { origin, requests } = await feedServer((request, response) => {
      if (request.url === '/probe') response.end();
      else open.push(response);
      arrived();
    });
    const opened = async (count: number) => {
      while (open.length < count) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
      // Requests sent before this one have arrived when it is answered.
      await fetch(`${origin}/probe`);
      return open.splice(0);
    };
    const paths = [1, 2, 3, 4, 5, 6].map((number) => `${origin}/${number}`);
    const { ended } = polling([...paths, ...paths]);
    for (let round = 0; round < 3; round += 1) {
      const responses = await opened(2);
      expect(responses).toHaveLength(2);
      for (const response of responses) response.end(feed('One'));
      await ended(2 * round + 2);
    }
    expect(requests.filter(({ url }) => url !== '/probe').length).toBe(6);
  });
});

describe('a stopped FeedPoller', () => {
  it('aborts downloads and does not poll again', async () => {
    let arrived = () => {};
    const asked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { origin } = await feedServer(() => arrived());
    const { poller, timers, events } = polling([origin]);
    await asked;
    await poller.stop();
    expect([timers, events]).toEqual([[], []]);
  });

  it('cancels scheduled polls', async () => {
    const { origin } = await feedServer((_, response) => response.end(feed('One')));
    const { poller, timers, ended } = polling([origin]);
    await ended(1);
    await poller.stop();
    expect(timers).toEqual([]);
  });

  it('waits until pending items are stored', async () => {
    const { origin } = await feedServer((_, response) => response.end(feed('One')));
    const order: string[] = [];
    let began = () => {};
    let finish = () => {};
    const storing = new Promise<void>((resolve) => {
      began = resolve;
    });
    const store = openSqliteStore(':memory:');
    onTestFinished(() => store.close());
    const add = async (items: readonly IndexedNewsItem[]): Promise<AddedNews> => {
      began();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      order.push('stored');
      return store.news.add(items);
    };
    const news = Object.create(store.news, { add: { value: add } }) as typeof store.news;
    const poller = new FeedPoller(news, {
      locations: [origin],
      clock: new ManualClock(0),
      log: () => undefined,
    });
    await storing;
    const stopped = poller.stop().then(() => order.push('stopped'));
    finish();
    await stopped;
    expect(order).toEqual(['stored', 'stopped']);
  });
});

it('feedBackoff doubles from one minute to one hour, less up to half', () => {
  expect([1, 2, 3, 7, 50].map((failures) => feedBackoff(failures, 0) / MINUTE)).toEqual([
    1, 2, 4, 60, 60,
  ]);
  expect(feedBackoff(1, 0.999)).toBeGreaterThanOrEqual(MINUTE / 2);
  expect(feedBackoff(1, 0.5)).toBe(0.75 * MINUTE);
});
