import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'newswatch';
import { ManualClock } from 'newswatch/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { feedServer } from '../../../../helpers/feed-server.ts';
import { addSample } from '../../../../helpers/fresh-news.ts';
import { testServer, unpaidKey } from '../../../../helpers/server.ts';
import { testStoreOptions } from '../../../../helpers/test-store.ts';
import { clientOf, connect, startOfTime, startWatch } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';

const titlesOf = ({ results }: { results: { title: string }[] }) =>
  results.map(({ title }) => title);

const minute = 60_000;
const hour = 60 * minute;

const noFilters = {
  include_sources: [],
  exclude_sources: [],
  include_languages: [],
  exclude_languages: [],
  exclude_words: [],
  min_relevance: null,
  quiet_hours: null,
};

const allFilters = {
  include_sources: ['reuters.com', 'The Guardian'],
  exclude_sources: ['video.reuters.com'],
  include_languages: ['en'],
  exclude_languages: ['de'],
  exclude_words: ['live blog', 'podcast'],
  min_relevance: 0.25,
  quiet_hours: '22:00-07:00',
};

/** Six items about otters. */
const otterNews = [
  ['en-1', 'Otters return to the river after thirty years', 'https://www.reuters.com/1', 'Reuters'],
  ['en-2', 'Live blog: otters seen in the city harbour today', 'https://video.reuters.com/2', null],
  ['en-3', 'Why otters matter to the coast, a podcast', 'https://news.example/3', 'The Guardian'],
  [
    'de-1',
    'Otters und Biber: was die Forscher über die Tiere wissen',
    'https://heise.example/4',
    null,
  ],
  ['fr-1', 'Les otters sont de retour dans la rivière', null, 'Le Quotidien'],
  ['xx-1', 'Otters 1-0', null, null],
].map(([id, title, url, source]) => ({ id, title: title ?? '', description: title, url, source }));

async function startOtters() {
  const watch = await startWatch({ sample: false });
  return { ...watch, addOtters: () => watch.server.addNews(otterNews) };
}

async function found(client: Client, filters: Partial<typeof allFilters>) {
  const { preview } = await client.monitors.create({ prompt: 'otters', ...filters });
  return { ids: idsOf(preview), filtered: preview.filtered };
}

function idsOf({ results }: { results: { title: string }[] }) {
  const ids = new Map(otterNews.map(({ id, title }) => [title, id]));
  return results.map(({ title }) => ids.get(title)).sort();
}

describe('the alert filters of a monitor', () => {
  it('are empty by default, set at creation, and shown by every monitor', async () => {
    const { client, monitor } = await startWatch();
    expect(monitor).toMatchObject(noFilters);
    const created = await client.monitors.create({ prompt: 'otters', ...allFilters });
    expect(created).toMatchObject(allFilters);
    expect(await client.monitors.get({ id: created.id })).toMatchObject(allFilters);
    const { monitors } = await client.monitors.list();
    expect(monitors.find(({ id }) => id === created.id)).toMatchObject(allFilters);
    expect(await client.monitors.pause({ id: created.id })).toMatchObject(allFilters);
  });

  it('are changed one by one, and cleared with an empty list or null', async () => {
    const { client } = await startWatch();
    const { id } = await client.monitors.create({ prompt: 'otters', ...allFilters });
    expect(await client.monitors.edit({ id, exclude_words: ['opinion'] })).toMatchObject({
      ...allFilters,
      exclude_words: ['opinion'],
    });
    expect(
      await client.monitors.edit({ id, quiet_hours: null, include_sources: [] }),
    ).toMatchObject({
      ...allFilters,
      exclude_words: ['opinion'],
      quiet_hours: null,
      include_sources: [],
    });
    expect(await client.monitors.edit({ id, ...noFilters })).toMatchObject(noFilters);
  });

  it('never contradict each other after two changes at the same time', async () => {
    const { client } = await startWatch();
    const { id } = await client.monitors.create({ prompt: 'otters' });
    for (let round = 0; round < 5; round += 1) {
      await client.monitors.edit({ id, include_languages: null, exclude_languages: null });
      const outcomes = await Promise.allSettled([
        client.monitors.edit({ id, include_languages: ['en'] }),
        client.monitors.edit({ id, exclude_languages: ['en'] }),
        client.monitors.edit({ id, title: `Round ${round}` }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual([
        'fulfilled',
        'fulfilled',
        'rejected',
      ]);
      const { include_languages, exclude_languages, title } = await client.monitors.get({ id });
      expect([...include_languages, ...exclude_languages]).toEqual(['en']);
      expect(title).toBe(`Round ${round}`);
    }
  });

  it('take what a monitor shows', async () => {
    const { client } = await startWatch();
    const {
      preview: _,
      ignored_prompt: __,
      understood: ___,
      prompt_warnings: ____,
      ...monitor
    } = await client.monitors.create({
      prompt: 'otters',
      ...allFilters,
    });
    const { id, title, every_minutes } = monitor;
    const filters = Object.fromEntries(
      Object.keys(noFilters).map((name) => [name, monitor[name as keyof typeof monitor]]),
    );
    expect(await client.monitors.edit({ id, title, every_minutes, ...filters })).toEqual(monitor);
  });

  it('survive concurrent changes of each other', async () => {
    const { client, monitor } = await startWatch();
    const { id } = monitor;
    await Promise.all([
      client.monitors.edit({ id, title: 'Chips' }),
      client.monitors.edit({ id, exclude_words: ['opinion'] }),
      client.monitors.edit({ id, min_relevance: 0.5 }),
      client.monitors.edit({ id, every_minutes: 30 }),
      client.monitors.edit({ id, include_languages: ['en'] }),
      client.monitors.pause({ id }),
    ]);
    expect(await client.monitors.get({ id })).toMatchObject({
      title: 'Chips',
      exclude_words: ['opinion'],
      min_relevance: 0.5,
      every_minutes: 30,
      include_languages: ['en'],
      status: 'paused',
      next_run_at: null,
    });
  });
});

describe('a filter that cannot be right', () => {
  it.each([
    ['exclude_sources', { include_sources: ['reuters.com'], exclude_sources: ['Reuters.com'] }],
    ['exclude_languages', { include_languages: ['en'], exclude_languages: ['en'] }],
  ])('%s excludes what is included: it is rejected by create and set', async (field, filters) => {
    const { client, monitor } = await startWatch();
    const error = { status: 400, body: { error: 'invalid_request', issues: [{ field }] } };
    await expect(client.monitors.create({ prompt: 'otters', ...filters })).rejects.toMatchObject(
      error,
    );
    expect((await client.monitors.list()).monitors).toHaveLength(1);
    const [include = {}, exclude = {}] = Object.entries(filters).map(([key, value]) => ({
      [key]: value,
    }));
    await client.monitors.edit({ id: monitor.id, ...include });
    await expect(client.monitors.edit({ id: monitor.id, ...exclude })).rejects.toMatchObject(error);
    expect(await client.monitors.get({ id: monitor.id })).toMatchObject({
      ...noFilters,
      ...include,
    });
  });

  it.each([
    ['include_sources', ['https://reuters.com/world'], 'item 1 must be a host such as reuters.com'],
    ['exclude_sources', ['a.example', 'bbc.com/news'], 'item 2 must be a host such as reuters.com'],
    ['exclude_words', ['ok', '!?'], 'item 2 must have a letter or a digit'],
    ['exclude_words', ['x'.repeat(201)], 'item 1 must be at most 200 characters'],
    ['exclude_words', Array(101).fill('x'), 'must have at most 100 items'],
    ['exclude_words', 'podcast', 'must be a list'],
    ['include_languages', ['xx'], 'item 1 must be one of: am, ar'],
    ['min_relevance', 1.01, 'must be a number from 0 to 1'],
    ['min_relevance', '0.5', 'must be a number from 0 to 1'],
    ['quiet_hours', '22-7', 'must be two times of day, such as 22:00-07:00'],
    ['quiet_hours', '24:00-07:00', 'must be two times of day, such as 22:00-07:00'],
    ['quiet_hours', '07:00-07:00', 'must not start when they end'],
  ])('%s %j gets an error that names the field', async (field, value, message) => {
    const { server, monitor, client } = await startWatch();
    const response = await fetch(`${server.baseUrl}/api/v1/monitors/${monitor.id}`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer nw_paid_0123456789',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ title: 'changed', [field]: value }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: 'invalid_request',
      issues: [{ field, message: expect.stringContaining(message) }],
    });
    expect(await client.monitors.get({ id: monitor.id })).toEqual(
      expect.objectContaining({ title: monitor.title, ...noFilters }),
    );
  });
});

describe('a run', () => {
  it.each<[string, Partial<typeof allFilters>, string[], Record<string, number>]>([
    ['no filter', {}, ['de-1', 'en-1', 'en-2', 'en-3', 'fr-1', 'xx-1'], {}],
    [
      'sources to include',
      { include_sources: ['reuters.com', 'the guardian', 'le quotidien'] },
      ['en-1', 'en-2', 'en-3', 'fr-1'],
      { include_sources: 2 },
    ],
    [
      'sources to exclude',
      { exclude_sources: ['video.reuters.com', 'le quotidien'] },
      ['de-1', 'en-1', 'en-3', 'xx-1'],
      { exclude_sources: 2 },
    ],
    [
      'languages to include',
      { include_languages: ['en'] },
      ['en-1', 'en-2', 'en-3'],
      { include_languages: 3 },
    ],
    [
      'languages to exclude',
      { exclude_languages: ['de', 'fr'] },
      ['en-1', 'en-2', 'en-3', 'xx-1'],
      { exclude_languages: 2 },
    ],
    [
      'words to exclude',
      { exclude_words: ['live blog', 'podcast'] },
      ['de-1', 'en-1', 'fr-1', 'xx-1'],
      { exclude_words: 2 },
    ],
    [
      'several filters',
      { exclude_sources: ['reuters.com'], exclude_words: ['live blog', 'podcast'] },
      ['de-1', 'fr-1', 'xx-1'],
      { exclude_sources: 2, exclude_words: 1 },
    ],
  ])('with %s says what was dropped', async (_, filters, ids, filtered) => {
    const { client, addOtters } = await startOtters();
    const { id } = await client.monitors.create({ prompt: 'otters', ...filters });
    await addOtters();
    expect(await found(client, filters)).toEqual({ ids, filtered });
    const run = await client.monitors.run({ id });
    expect({ ids: idsOf(run), filtered: run.filtered }).toEqual({ ids, filtered });
  });

  it('drops results below the minimum relevance only', async () => {
    const { client, server } = await startWatch({ sample: false });
    const news = [
      { id: 'about', title: 'Otters return to the harbour' },
      { id: 'mentions', title: 'Morning notes', description: 'Two otters were seen.' },
    ];
    const strict = { prompt: 'otters', min_relevance: 0.95 };
    const { id } = await client.monitors.create(strict);
    await server.addNews(news);
    const expected = {
      results: [{ title: 'Otters return to the harbour' }],
      filtered: { min_relevance: 1 },
    };
    expect(await client.monitors.run({ id })).toMatchObject(expected);
    expect((await client.monitors.create(strict)).preview).toMatchObject(expected);
    const { preview } = await client.monitors.create({ ...strict, min_relevance: 0.5 });
    expect(preview).toMatchObject({ results: { length: 2 }, filtered: {} });
  });

  it('stores what was dropped, alerts only what passed, and sends no event if nothing passes', async () => {
    const { client, clock, server, addOtters } = await startOtters();
    const receiver = await webhookReceiver(204);
    await connect(client, receiver.url);
    const { id } = await client.monitors.create({
      prompt: 'otters',
      include_languages: ['fr'],
    });
    const all = await client.monitors.create({ prompt: 'otters', exclude_words: ['otters'] });
    await addOtters();
    clock.advance(60 * minute);
    await server.settled();
    const { alerts } = await client.alerts.list();
    expect(alerts.filter(({ monitor_id }) => monitor_id === id)).toMatchObject([
      { results: [{ title: 'Les otters sont de retour dans la rivière' }] },
    ]);
    const [run] = (await client.monitors.runs({ id })).runs;
    expect(run).toMatchObject({ trigger: 'schedule', filtered: { include_languages: 5 } });
    expect(alerts.filter(({ monitor_id }) => monitor_id === all.id)).toEqual([]);
    const [quiet] = (await client.monitors.runs({ id: all.id })).runs;
    expect(quiet).toMatchObject({
      status: 'completed',
      results: [],
      filtered: { exclude_words: 6 },
    });
    expect(receiver.received.map(({ body }) => JSON.parse(String(body)).monitor_id)).not.toContain(
      all.id,
    );
  });

  it('does not report or alert a result again that a filter has dropped', async () => {
    const { client, addOtters } = await startOtters();
    const { id } = await client.monitors.create({ prompt: 'otters', exclude_languages: ['de'] });
    await addOtters();
    expect(await client.monitors.run({ id })).toMatchObject({
      results: { length: 5 },
      filtered: { exclude_languages: 1 },
    });
    await client.monitors.edit({ id, exclude_languages: [] });
    expect(await client.monitors.run({ id })).toMatchObject({ results: [], filtered: {} });
  });
});

describe('quiet hours', () => {
  /** Starts at noon UTC, so 13 hours later it is one o'clock. */
  async function startQuiet(every_minutes: number) {
    const watch = await startWatch({ sample: false });
    const { client, monitor, server } = watch;
    await client.monitors.delete({ id: monitor.id });
    const { id } = await client.monitors.create({
      prompt: 'chip exports',
      every_minutes,
      quiet_hours: '12:30-19:15',
    });
    await addSample(server, { now: startOfTime });
    const other = await client.monitors.create({ prompt: 'chip exports', on_demand: true });
    await client.monitors.delete({ id: other.id });
    return { ...watch, id, expected: titlesOf(other.preview).sort() };
  }

  /** Milliseconds from the start of {@link startQuietFeed} to the end of its quiet hours. */
  const quietEnd = 8 * hour;

  /** An hourly monitor of a feed, in quiet hours. The feed cannot be read without titles. */
  async function startQuietFeed(titles: string[], folder?: string) {
    const feed: { titles: string[] | undefined } = { titles: [] };
    const { origin } = await feedServer((_request, response) => {
      if (!feed.titles) return response.writeHead(500).end();
      const items = feed.titles.map((title) => ({ id: title, title }));
      const version = 'https://jsonfeed.org/version/1.1';
      return response.end(JSON.stringify({ version, title: 'Club news', items }));
    });
    const clock = new ManualClock(startOfTime);
    const options = { clock, allowPrivateWebhooks: true, ...(await testStoreOptions(folder)) };
    const server = await testServer(options);
    const client = clientOf(server);
    const { id } = await client.monitors.create({
      prompt: `${origin}/feed.json`,
      every_minutes: 60,
      quiet_hours: '11:00-20:00',
    });
    feed.titles = titles;
    /** Advances the clock and returns the newest run. */
    const tick = async (time: number) => {
      clock.advance(time);
      await server.settled();
      const [run] = (await client.monitors.runs({ id, limit: 1 })).runs;
      if (!run) throw new Error('there was no run');
      return run;
    };
    return { client, clock, server, options, feed, id, tick };
  }

  it('hold scheduled results back until their end, and a later run alerts them', async () => {
    const { client, clock, server, id, expected } = await startQuiet(60);
    const receiver = await webhookReceiver(204);
    await connect(client, receiver.url);
    clock.advance(hour);
    await server.settled();
    const [held] = (await client.monitors.runs({ id })).runs;
    expect(held).toMatchObject({
      trigger: 'schedule',
      status: 'completed',
      results: [],
      filtered: { quiet_hours: expected.length },
    });
    expect((await client.alerts.list()).alerts).toEqual([]);
    clock.advance(6 * hour + 14 * minute);
    await server.settled();
    expect(receiver.received).toEqual([]);
    clock.advance(minute);
    await server.settled();
    const { alerts } = await client.alerts.list();
    expect(alerts).toMatchObject([{ created_at: '2026-11-20T19:15:00.000Z' }]);
    expect(alerts.flatMap(titlesOf).sort()).toEqual(expected);
    expect(receiver.received).toHaveLength(1);
  });

  it('hold all results of their runs, which the next runs alert, ten at a time', async () => {
    const { client, tick, feed, id } = await startQuietFeed(['Zorbing 0', 'Zorbing 1']);
    expect(await tick(hour)).toMatchObject({ results: [], filtered: { quiet_hours: 2 } });
    feed.titles = Array.from({ length: 25 }, (_, index) => `Zorbing ${index}`);
    expect(await tick(hour)).toMatchObject({ results: [], filtered: { quiet_hours: 25 } });
    feed.titles = ['Zorbing late'];
    const counts = [];
    for (const time of [quietEnd - 2 * hour, hour, hour, hour]) {
      counts.push((await tick(time)).results.length);
    }
    expect(counts).toEqual([10, 10, 6, 0]);
    const { alerts } = await client.alerts.list({ since: '2026-11-20T00:00:00Z' });
    const titles = alerts.flatMap(({ results }) => results.map(({ title }) => title));
    expect(titles.slice(0, 2).sort()).toEqual(['Zorbing 0', 'Zorbing 1']);
    expect(titles.at(-1)).toBe('Zorbing late');
    expect(new Set(titles).size).toBe(26);
    expect(alerts.every(({ monitor_id }) => monitor_id === id)).toBe(true);
  });

  it('alert what they held although it has left the feed and the server was restarted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newswatch-quiet-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const started = await startQuietFeed(['Zorbing opens'], folder);
    const { clock, tick, feed, server, options, id } = started;
    await tick(hour);
    feed.titles = [];
    await server.close();
    clock.advance(quietEnd - hour);
    const restarted = await testServer(options);
    await restarted.settled();
    const { alerts } = await clientOf(restarted).alerts.list();
    expect(alerts).toMatchObject([{ monitor_id: id, results: [{ title: 'Zorbing opens' }] }]);
  });

  it('keep what they hold if a run fails', async () => {
    const { tick, feed } = await startQuietFeed(['Zorbing opens']);
    await tick(hour);
    feed.titles = undefined;
    expect(await tick(quietEnd - hour)).toMatchObject({ status: 'failed', results: [] });
    feed.titles = ['Zorbing closes'];
    expect(titlesOf(await tick(hour))).toEqual(['Zorbing opens', 'Zorbing closes']);
  });

  it('apply the filters of the monitor again when they end', async () => {
    const { client, tick, feed, id } = await startQuietFeed(['Zorbing opens', 'Zorbing podcast']);
    await tick(hour);
    feed.titles = [];
    await client.monitors.edit({ id, exclude_words: ['podcast'] });
    const run = await tick(quietEnd - hour);
    expect(titlesOf(run)).toEqual(['Zorbing opens']);
    expect(run.filtered).toEqual({ exclude_words: 1 });
  });

  it('alert what a run on demand has alerted only once', async () => {
    const { client, tick, feed, id } = await startQuietFeed(['Zorbing opens']);
    await tick(hour);
    feed.titles = [];
    expect(titlesOf(await client.monitors.run({ id }))).toEqual(['Zorbing opens']);
    expect((await tick(quietEnd - hour)).results).toEqual([]);
    expect((await client.alerts.list()).alerts).toHaveLength(1);
  });

  it('end with a run, if results were held and the next tick is later', async () => {
    const { client, clock, server, id } = await startQuiet(24 * 60 - 2 * 60);
    clock.advance(0);
    await client.monitors.edit({ id, quiet_hours: '09:00-11:30' });
    clock.advance(22 * hour);
    await server.settled();
    expect(await client.monitors.get({ id })).toMatchObject({
      last_run_at: '2026-11-21T10:00:00.000Z',
      next_run_at: '2026-11-21T11:30:00.000Z',
    });
    clock.advance(90 * minute);
    await server.settled();
    expect((await client.alerts.list()).alerts).toHaveLength(1);
    expect(await client.monitors.get({ id })).toMatchObject({
      next_run_at: new Date(startOfTime + (23.5 + 22) * hour).toISOString(),
    });
  });

  it('do not move the next tick if nothing was held', async () => {
    const { client, clock, server } = await startQuiet(60);
    const { id } = await client.monitors.create({
      prompt: 'zzyzx',
      every_minutes: 10 * 60,
      quiet_hours: '20:00-23:00',
    });
    clock.advance(10 * hour);
    await server.settled();
    expect(await client.monitors.get({ id })).toMatchObject({
      last_run_at: '2026-11-20T22:00:00.000Z',
      next_run_at: '2026-11-21T08:00:00.000Z',
    });
  });

  it("are in the time zone of the owner's profile", async () => {
    const { client, clock, server, id } = await startQuiet(60);
    await client.monitors.edit({ id, quiet_hours: '22:00-23:30' });
    await client.profile.update({ time_zone: 'Asia/Tokyo' });
    clock.advance(hour);
    await server.settled();
    expect(await client.monitors.get({ id })).toMatchObject({
      next_run_at: '2026-11-20T14:00:00.000Z',
    });
    expect((await client.monitors.runs({ id, limit: 1 })).runs).toMatchObject([
      { started_at: '2026-11-20T13:00:00.000Z', filtered: { quiet_hours: expect.any(Number) } },
    ]);
    clock.advance(hour);
    await server.settled();
    clock.advance(hour);
    await server.settled();
    expect((await client.alerts.list()).alerts).toMatchObject([
      { created_at: '2026-11-20T15:00:00.000Z' },
    ]);
  });

  it('do not hold runs on demand or the preview', async () => {
    const { client, clock, id, expected } = await startQuiet(60);
    expect(expected.length).toBeGreaterThan(0);
    clock.advance(45 * minute);
    const run = await client.monitors.run({ id });
    expect(run).toMatchObject({ trigger: 'on_demand', filtered: {} });
    expect(titlesOf(run).sort()).toEqual(expected);
    const { alerts } = await client.alerts.list();
    expect(alerts).toMatchObject([{ run_id: run.id }]);
  });
});

describe('the interval of a monitor', () => {
  it('is changed from now on, and stays if it is sent back', async () => {
    const { client, clock, monitor } = await startWatch();
    const { id } = monitor;
    clock.advance(20 * minute);
    const same = await client.monitors.edit({ id, every_minutes: 60, title: 'Chips' });
    expect(same).toMatchObject({ title: 'Chips', next_run_at: monitor.next_run_at });
    expect(await client.monitors.edit({ id, every_minutes: 30 })).toMatchObject({
      every_minutes: 30,
      next_run_at: new Date(clock.now() + 30 * minute).toISOString(),
    });
    expect(await client.monitors.edit({ id, every_minutes: null })).toMatchObject({
      every_minutes: null,
      next_run_at: null,
    });
    expect(await client.monitors.edit({ id, every_minutes: 5 })).toMatchObject({
      next_run_at: new Date(clock.now() + 5 * minute).toISOString(),
    });
  });

  it('is not due while the monitor is paused', async () => {
    const { client, clock, monitor } = await startWatch();
    const { id } = monitor;
    await client.monitors.pause({ id });
    expect(await client.monitors.edit({ id, every_minutes: 30 })).toMatchObject({
      status: 'paused',
      next_run_at: null,
    });
    expect(await client.monitors.resume({ id })).toMatchObject({
      next_run_at: new Date(clock.now() + 30 * minute).toISOString(),
    });
  });
});

describe('a monitor of others', () => {
  it('cannot be read or changed', async () => {
    const accounts = ['one', 'two'].map((id) => ({ id, keys: [`nw_${id}_0123456789`] }));
    const { server, client, monitor } = await startWatch({
      fixture: { accounts: [{ id: 'paid', keys: ['nw_paid_0123456789'] }, ...accounts] },
    });
    const other = clientOf(server, 'nw_one_0123456789');
    const missing = { status: 404, body: { error: 'not_found' } };
    for (const id of [monitor.id, 'mon_none']) {
      await expect(other.monitors.get({ id })).rejects.toMatchObject(missing);
      await expect(other.monitors.edit({ id, title: 'Mine' })).rejects.toMatchObject(missing);
    }
    expect((await client.monitors.get({ id: monitor.id })).title).toBe(monitor.title);
  });

  it('needs a plan', async () => {
    const { server, monitor } = await startWatch();
    const unpaid = clientOf(server, unpaidKey);
    const required = { status: 402, body: { error: 'plan_required' } };
    await expect(unpaid.monitors.get({ id: monitor.id })).rejects.toMatchObject(required);
    await expect(unpaid.monitors.edit({ id: monitor.id })).rejects.toMatchObject(required);
  });
});

describe('a preview with more old matches than it examines', () => {
  const longAgo = '2025-01-01T00:00:00Z';
  const otters = (count: number, source: string, publication_date: string, description: string) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${source}-${index}`,
      title: `Otters, otters and otters ${source} ${index}`,
      description,
      source,
      publication_date,
    }));
  const late = {
    id: 'late',
    title: 'Morning notes',
    description: `Otters ${'and many other animals and plants '.repeat(20)}`,
    source: 'Desk',
    publication_date: '2026-11-20T11:00:00Z',
  };

  it.each([
    ['include_sources', ['Desk'], 250],
    ['include_sources', ['Desk'], 1900],
    ['exclude_sources', ['Wire'], 250],
    ['exclude_words', ['all about otters'], 250],
  ])('alerts one that %s %j lets pass, after %i better ones', async (filter, value, count) => {
    const { client } = await startWatch({
      sample: false,
      fixture: {
        accounts: [{ id: 'paid', keys: ['nw_paid_0123456789'] }],
        news: [...otters(count, 'Wire', late.publication_date, 'All about otters'), late],
      },
    });
    const { preview } = await client.monitors.create({ prompt: 'otters', [filter]: value });
    expect(preview).toMatchObject({
      results: [{ title: 'Morning notes' }],
      filtered: { [filter]: count },
    });
  });

  it.each([150, 250])('previews a new one that matches less than %i others', async (count) => {
    const { client } = await startWatch({
      sample: false,
      fixture: {
        accounts: [{ id: 'paid', keys: ['nw_paid_0123456789'] }],
        news: [...otters(count, 'Archive', longAgo, 'All about otters'), late],
      },
    });
    const only = await client.monitors.create({ prompt: 'otters', include_sources: ['Desk'] });
    expect(only.preview.results).toMatchObject([{ title: 'Morning notes' }]);
  });
});
