import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'newswatch';
import { deleteNews, type ManualClock, type NewsInput, type RunningServer } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { feedServer } from '../../../../helpers/feed-server.ts';
import { postRpc, toolCall } from '../../../../helpers/json-rpc.ts';
import { paidKey, testServer } from '../../../../helpers/server.ts';
import { testStoreOptions } from '../../../../helpers/test-store.ts';
import { clientOf, connect, startOfTime, startWatch } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';

const minute = 60_000;
const hour = 60 * minute;

const blast =
  'An explosion in a coal mine near the town of Velden killed 5 workers on Friday, the mining authority said. Rescue teams are searching two galleries for others who were underground when the gas ignited. The mine belongs to Nordkohle, which had stopped work there last winter after a smaller fire.';

interface Watch {
  client: Client;
  clock: ManualClock;
  server: RunningServer;
}

/** Adds items that were published now, and runs all monitors that are due. */
async function tick({ clock, server }: Watch, items: NewsInput[]): Promise<void> {
  const publication_date = new Date(clock.now()).toISOString();
  await server.addNews(items.map((item) => ({ publication_date, source: 'Wire', ...item })));
  clock.advance(60 * minute);
  await server.settled();
}

async function watchMine() {
  const watch = await startWatch({ sample: false });
  const { id } = await watch.client.monitors.create({ prompt: 'explosion in a coal mine' });
  return { ...watch, id };
}

/** The results of each alert, oldest first. */
async function alertsOf({ client }: Pick<Watch, 'client'>, id: string) {
  const { alerts } = await client.alerts.list({ limit: 100 });
  return alerts
    .filter(({ monitor_id }) => monitor_id === id)
    .reverse()
    .map(({ results }) => results);
}

function item(number: number, title: string, description = blast) {
  return { id: `i${number}`, title, description, url: `https://news${number}.example/mine` };
}

describe('the versions of a story', () => {
  it('are one result with the links of all of them', async () => {
    const watch = await watchMine();
    const receiver = await webhookReceiver(204);
    await connect(watch.client, receiver.url, watch.id);
    await tick(watch, [
      item(1, 'Explosion in coal mine kills 5'),
      item(2, '5 workers die in coal mine explosion'),
      item(3, 'Explosion in Velden coal mine', blast.replace('on Friday, ', '')),
      item(4, 'Explosion in coal mine kills 5', `${blast} ${blast.replaceAll('mine', 'pit')}`),
      item(5, 'Coal mine explosion near Velden'),
    ]);
    const [results = [], ...others] = await alertsOf(watch, watch.id);
    expect(others).toEqual([]);
    expect(results).toHaveLength(1);
    const urls = results[0]?.links.map(({ url }) => url).sort();
    expect(urls).toEqual([1, 2, 3, 4, 5].map((number) => `https://news${number}.example/mine`));
    expect(results[0]).not.toHaveProperty('is_update');
    const [event] = receiver.received;
    expect(JSON.parse(String(event?.body))).toMatchObject({
      results,
      articles: [{ url: results[0]?.links[0]?.url }],
    });

    const { runs } = await watch.client.monitors.runs({ id: watch.id });
    expect(runs[0]?.filtered).toEqual({});
  });

  it('are silent later if they say nothing new, and counted', async () => {
    const watch = await watchMine();
    await tick(watch, [item(1, 'Explosion in coal mine kills 5')]);
    await tick(watch, [item(2, '5 workers die in coal mine explosion')]);
    expect(await alertsOf(watch, watch.id)).toHaveLength(1);
    const { runs } = await watch.client.monitors.runs({ id: watch.id });
    expect(runs[0]).toMatchObject({ results: [], filtered: { repeats: 1 } });
    expect(runs[0]?.repeats).toEqual([
      {
        title: '5 workers die in coal mine explosion',
        links: [{ url: 'https://news2.example/mine', source: 'Wire' }],
        publication_date: '2026-11-20T13:00:00.000Z',
      },
    ]);
    expect(runs[1]).not.toHaveProperty('repeats');
  });

  it('are alerted once as an update if they state another number', async () => {
    const watch = await watchMine();
    const receiver = await webhookReceiver(204);
    await connect(watch.client, receiver.url, watch.id);
    await tick(watch, [item(1, 'Explosion in coal mine kills 5')]);
    const later = blast.replace('killed 5', 'killed 12');
    await tick(watch, [item(2, 'Coal mine explosion kills 12', later)]);
    await tick(watch, [item(3, '12 die in coal mine explosion', later)]);
    // An old version that arrives late repeats what was alerted.
    await tick(watch, [
      {
        ...item(4, 'Explosion in coal mine kills 5'),
        publication_date: new Date(startOfTime).toISOString(),
      },
    ]);
    const alerts = await alertsOf(watch, watch.id);
    expect(
      alerts.map((results) => results.map(({ title, is_update }) => [title, is_update])),
    ).toEqual([
      [['Explosion in coal mine kills 5', undefined]],
      [['Coal mine explosion kills 12', true]],
    ]);
    expect(JSON.parse(String(receiver.received[1]?.body)).results[0].is_update).toBe(true);
  });

  it('are marked and linked on every surface', async () => {
    const watch = await watchMine();
    const { client, server, clock } = watch;
    const receiver = await webhookReceiver(204);
    await connect(client, receiver.url, watch.id);
    await tick(watch, [item(1, 'Explosion in coal mine kills 5')]);
    const later = blast.replace('killed 5', 'killed 12');
    await tick(watch, [
      item(2, 'Coal mine explosion kills 12', later),
      { ...item(3, '12 die in coal mine explosion', later), source: 'Ledger' },
    ]);
    for (let hours = 0; hours < 18; hours += 1) await tick(watch, []);
    expect(clock.now()).toBeGreaterThan(startOfTime + 19 * hour);
    const update = {
      is_update: true,
      links: expect.arrayContaining([
        { url: 'https://news2.example/mine', source: 'Wire' },
        { url: 'https://news3.example/mine', source: 'Ledger' },
      ]),
    };
    const authorization = `Bearer ${paidKey}`;
    const get = async (path: string) =>
      (await fetch(`${server.baseUrl}${path}`, { headers: { authorization } })).json();
    const call = async (name: string, input = {}) => {
      const url = `${server.baseUrl}/mcp`;
      const { body } = await postRpc(url, toolCall(name, input), { authorization });
      return body['result'] as { structuredContent: object; content: { text: string }[] };
    };
    expect(await get('/api/v1/alerts')).toMatchObject({
      alerts: [
        { results: [update] },
        { results: [expect.not.objectContaining({ is_update: true })] },
      ],
    });
    expect(await get('/api/v1/briefings')).toMatchObject({
      briefings: [
        {
          monitors: [{ results: [update, { title: 'Explosion in coal mine kills 5' }] }],
          summary: expect.stringMatching(/\(update, (Wire|Ledger) and 1 more source, /),
        },
      ],
    });
    const { runs } = await client.monitors.runs({ id: watch.id });
    expect(runs.find(({ results }) => results[0]?.is_update)?.results).toMatchObject([update]);
    for (const [tool, path] of [
      ['alerts.list', '/api/v1/alerts'],
      ['briefings.list', '/api/v1/briefings'],
    ] as const) {
      const { structuredContent, content } = await call(tool);
      expect(structuredContent).toEqual(await get(path));
      expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
    }
    const event = JSON.parse(String(receiver.received[1]?.body));
    expect(event.results).toMatchObject([update]);
  });

  it('are alerted as updates each time they say something new, in whatever order they are dated', async () => {
    const watch = await watchMine();
    const kills = [5, 7, 8, 9, 12, 14];
    for (const [hours, killed] of kills.entries()) {
      const version = item(
        hours,
        `Coal mine explosion kills ${killed}`,
        blast.replace('killed 5', `killed ${killed}`),
      );
      const publication_date = new Date(startOfTime - hours * hour).toISOString();
      await tick(watch, [{ ...version, publication_date }]);
    }
    const alerts = await alertsOf(watch, watch.id);
    expect(alerts.map(([result]) => [result?.title, result?.is_update])).toEqual(
      kills.map((killed, position) => [
        `Coal mine explosion kills ${killed}`,
        position === 0 ? undefined : true,
      ]),
    );
  });

  it('are alerted as an update if they report another event', async () => {
    const watch = await startWatch({ sample: false });
    const { id } = await watch.client.monitors.create({ prompt: 'Belmont Tubes' });
    const bid =
      'Arkona Steel said on Friday that it had made an offer for its smaller rival Belmont Tubes. The board of Belmont in Leeds has not yet met. Arkona owns a tenth of the shares already.';
    await tick(watch, [item(1, 'Arkona Steel bids for Belmont Tubes', bid)]);
    await tick(watch, [
      item(2, 'Arkona Steel withdraws bid for Belmont Tubes', bid.replace('made', 'withdrawn')),
    ]);
    const [, update = []] = await alertsOf(watch, id);
    expect(update).toMatchObject([
      { title: 'Arkona Steel withdraws bid for Belmont Tubes', is_update: true },
    ]);
  });

  it('are alerted as an update if the item itself changes', async () => {
    const watch = await watchMine();
    await tick(watch, [item(1, 'Explosion in coal mine kills 5')]);
    await tick(watch, [item(1, 'Explosion in coal mine kills 5', blast.replace('said', 'says'))]);
    await tick(watch, [
      item(1, 'Explosion in coal mine kills 12', blast.replace('killed 5', 'killed 12')),
    ]);
    const alerts = await alertsOf(watch, watch.id);
    expect(alerts.map(([result]) => [result?.title, result?.is_update])).toEqual([
      ['Explosion in coal mine kills 5', undefined],
      ['Explosion in coal mine kills 12', true],
    ]);
  });

  it('are alerted as an update if a repeat changes', async () => {
    const watch = await watchMine();
    await tick(watch, [item(1, 'Explosion in coal mine kills 5')]);
    await tick(watch, [item(2, '5 workers die in coal mine explosion')]);
    expect(await alertsOf(watch, watch.id)).toHaveLength(1);
    const news =
      'The minister for mines resigned on Sunday over the explosion in a coal mine near Velden, and two managers were charged.';
    await tick(watch, [item(2, 'Minister resigns after coal mine explosion', news)]);
    const [, update = []] = await alertsOf(watch, watch.id);
    expect(update).toMatchObject([
      { title: 'Minister resigns after coal mine explosion', is_update: true },
    ]);
  });

  it('are alerted once each if an item alternates between two texts', async () => {
    const watch = await watchMine();
    const later = blast.replace('killed 5', 'killed 12');
    for (let round = 0; round < 4; round += 1) {
      await tick(watch, [item(1, 'Explosion in coal mine kills 5')]);
      await tick(watch, [item(1, 'Explosion in coal mine kills 12', later)]);
    }
    const alerts = await alertsOf(watch, watch.id);
    expect(alerts.map(([result]) => result?.title)).toEqual([
      'Explosion in coal mine kills 5',
      'Explosion in coal mine kills 12',
    ]);
  });

  it('are recognized by their bodies if their descriptions are short', async () => {
    const watch = await startWatch({ sample: false });
    const short = (number: number, title: string, killed = 5) => ({
      ...item(number, title, `An explosion killed ${killed} workers in Velden.`),
      body: blast.replace('killed 5', `killed ${killed}`),
    });
    const date = { publication_date: new Date(startOfTime - hour).toISOString() };
    await watch.server.addNews([{ ...short(1, 'Explosion in coal mine kills 5'), ...date }]);
    const { id } = await watch.client.monitors.create({ prompt: 'explosion in a coal mine' });
    await tick(watch, [short(2, 'Coal mine explosion near Velden')]);
    await tick(watch, [short(3, 'Explosion in coal mine kills 12', 12)]);
    await tick(watch, [
      short(4, '12 die in coal mine explosion', 12),
      short(5, 'Explosion in coal mine kills 12 - 14:35', 12),
    ]);
    const alerts = await alertsOf(watch, id);
    expect(
      alerts.map((results) => results.map(({ title, is_update }) => [title, is_update])),
    ).toEqual([[['Explosion in coal mine kills 12', true]]]);
  });

  it('are those of the preview too', async () => {
    const watch = await startWatch({ sample: false });
    const date = { publication_date: new Date(startOfTime - hour).toISOString() };
    await watch.server.addNews([
      { ...item(1, 'Explosion in coal mine kills 5'), ...date },
      { ...item(2, '5 workers die in coal mine explosion'), ...date },
    ]);
    const monitor = await watch.client.monitors.create({ prompt: 'explosion in a coal mine' });
    expect(monitor.preview.results).toHaveLength(1);
    expect(monitor.preview.results[0]?.links).toHaveLength(2);
    await tick(watch, [item(3, 'Coal mine explosion near Velden')]);
    expect(await alertsOf(watch, monitor.id)).toEqual([]);
  });

  it('are one result after quiet hours', async () => {
    const watch = await watchMine();
    await watch.client.monitors.edit({ id: watch.id, quiet_hours: '12:00-14:30' });
    await tick(watch, [item(1, 'Explosion in coal mine kills 5')]);
    await tick(watch, [
      item(2, 'Explosion in coal mine kills 12', blast.replace('killed 5', 'killed 12')),
    ]);
    expect(await alertsOf(watch, watch.id)).toEqual([]);
    watch.clock.advance(hour);
    await watch.server.settled();
    const [results = []] = await alertsOf(watch, watch.id);
    expect(results.map(({ title, links }) => [title, links.length])).toEqual([
      ['Explosion in coal mine kills 12', 2],
    ]);
  });

  it('are recognized in a source of the monitor, whose items are found again', async () => {
    const watch = await startWatch({ sample: false });
    let entries = '';
    const feed = await feedServer((_, response) => {
      response.end(`<rss version="2.0"><channel><title>Mines</title>${entries}</channel></rss>`);
    });
    const entry = (guid: string, title: string, text: string) =>
      `<item><guid>${guid}</guid><title>${title}</title><description>${text}</description></item>`;
    const { id } = await watch.client.monitors.create({ prompt: `explosions ${feed.origin}/` });
    const run = async () => {
      watch.clock.advance(60 * minute);
      await watch.server.settled();
    };
    entries = entry('a', 'Explosion in mine kills 5', blast) + entry('b', 'Mine explosion', blast);
    await run();
    await run();
    entries =
      entry('a', 'Explosion in mine kills 12', blast.replace('killed 5', 'killed 12')) +
      entry('c', 'Explosion in mine', blast);
    await run();
    await run();
    const alerts = await alertsOf(watch, id);
    expect(
      alerts.map((results) => results.map(({ title, is_update }) => [title, is_update])),
    ).toEqual([
      [[expect.stringContaining('xplosion'), undefined]],
      [['Explosion in mine kills 12', true]],
    ]);
  });

  it('are one alert for ten thousand copies', async () => {
    const watch = await watchMine();
    const copies = Array.from({ length: 10_000 }, (_, number) =>
      item(number, 'Explosion in coal mine kills 5'),
    );
    await tick(watch, copies.slice(0, 5000));
    await tick(watch, copies.slice(5000));
    const [results = [], ...others] = await alertsOf(watch, watch.id);
    expect(others).toEqual([]);
    expect(results.map(({ links }) => links.length)).toEqual([20]);
  }, 60_000);
});

describe('the versions of a story, with two servers', () => {
  it('that arrive in the same millisecond are alerted once', async () => {
    const place = await testStoreOptions(mkdtempSync(join(tmpdir(), 'newswatch-stories-')));
    const watch = await startWatch({ ...place, sample: false });
    const other = await testServer({ ...place, sample: false, clock: watch.clock });
    const { id } = await watch.client.monitors.create({ prompt: 'explosion in a coal mine' });
    for (let round = 0; round < 4; round += 1) {
      const killed = blast.replace('killed 5', `killed ${5 + round}`);
      const version = (n: number) =>
        item(10 * round + n, `Explosion in coal mine kills ${5 + round}`, killed);
      await Promise.all([
        watch.server.addNews([version(1)]),
        other.addNews([version(2)]),
        watch.client.monitors.run({ id }),
        clientOf(other).monitors.run({ id }),
      ]);
      watch.clock.advance(hour);
      await Promise.all([watch.server.settled(), other.settled()]);
    }
    const alerts = await alertsOf(watch, id);
    expect(alerts.map((results) => results.map(({ title }) => title))).toEqual(
      [5, 6, 7, 8].map((killed) => [`Explosion in coal mine kills ${killed}`]),
    );
  });
});

describe('the versions of a story that was taken down', () => {
  it('are alerted as new, and dropped versions are removed from the runs', async () => {
    const place = await testStoreOptions(mkdtempSync(join(tmpdir(), 'newswatch-stories-')));
    const watch = { ...(await startWatch({ ...place, sample: false })), id: '' };
    const { id } = await watch.client.monitors.create({ prompt: 'explosion in a coal mine' });
    await tick(watch, [item(1, 'Explosion in coal mine kills 5')]);
    await tick(watch, [item(2, '5 workers die in coal mine explosion')]);
    await deleteNews({ ...place, ids: ['i1', 'i2'] });
    const { runs } = await watch.client.monitors.runs({ id });
    expect(runs[0]?.repeats).toEqual([
      { title: '', links: [], publication_date: null, removed: true },
    ]);
    expect(runs[1]?.results).toMatchObject([{ title: '', removed: true }]);
    await tick(watch, [item(3, 'Coal mine explosion near Velden')]);
    const alerts = await alertsOf(watch, id);
    expect(alerts.at(-1)).toMatchObject([{ title: 'Coal mine explosion near Velden' }]);
    expect(alerts.at(-1)?.[0]).not.toHaveProperty('is_update');
  });
});

describe('the versions of a story, after a restart', () => {
  it('are compared with what was alerted before', async () => {
    const place = await testStoreOptions(mkdtempSync(join(tmpdir(), 'newswatch-stories-')));
    const watch = await startWatch({ ...place, sample: false });
    const { clock } = watch;
    const { id } = await watch.client.monitors.create({ prompt: 'explosion in a coal mine' });
    await tick(watch, [item(1, 'Explosion in coal mine kills 5')]);
    await watch.server.addNews([item(2, '5 workers die in coal mine explosion')]);
    await watch.server.close();
    const server = await testServer({ ...place, sample: false, clock });
    const again = { client: clientOf(server), clock, server };
    await tick(again, []);
    await tick(again, [
      item(3, 'Coal mine explosion kills 12', blast.replace('killed 5', 'killed 12')),
    ]);
    const alerts = await alertsOf(again, id);
    expect(alerts.map(([result]) => [result?.title, result?.is_update])).toEqual([
      ['Explosion in coal mine kills 5', undefined],
      ['Coal mine explosion kills 12', true],
    ]);
  });
});

describe('short texts', () => {
  it('that differ in a number are results of their own, and their copies are repeats', async () => {
    const watch = await startWatch({ sample: false });
    const { id } = await watch.client.monitors.create({ prompt: 'otters' });
    const otters = (from: number, number: number) =>
      Array.from({ length: 9 }, (_, n) => item(from + n, `Otters ${number + n}`, ''));
    await tick(watch, otters(0, 1));
    await tick(watch, otters(100, 1));
    await tick(watch, otters(200, 10));
    const alerts = await alertsOf(watch, id);
    expect(alerts.map((results) => results.map(({ title }) => title).sort())).toEqual([
      Array.from({ length: 9 }, (_, n) => `Otters ${n + 1}`),
      Array.from({ length: 9 }, (_, n) => `Otters ${n + 10}`),
    ]);
    expect(alerts.flat().filter(({ is_update }) => is_update)).toEqual([]);
  });

  it('that flood a monitor neither push out nor delay another story', async () => {
    const watch = await startWatch({ sample: false });
    const { id } = await watch.client.monitors.create({ prompt: 'otters' });
    const other = 'The warden has counted birds and fish since May, and now otters as well.';
    await watch.server.addNews([item(0, 'A census of the Velden', other)]);
    const flood = Array.from({ length: 1500 }, (_, n) => item(n + 1, `Otters ${n}`, ''));
    await tick(watch, flood);
    await tick(watch, []);
    const alerts = await alertsOf(watch, id);
    expect(alerts.map(({ length }) => length)).toEqual([10, 10]);
    expect(alerts[0]?.map(({ title }) => title)).toContain('A census of the Velden');
    const { runs } = await watch.client.monitors.runs({ id });
    expect(runs.map(({ filtered }) => filtered)).toEqual([{}, { max_waiting: 501 }, {}]);
  }, 60_000);

  it('that change are updates of their item', async () => {
    const watch = await startWatch({ sample: false });
    const { id } = await watch.client.monitors.create({ prompt: 'otters' });
    await tick(watch, [item(1, '5 otters in Velden', '')]);
    await tick(watch, [item(1, '5 otters in Velden!', '')]);
    await tick(watch, [item(1, '12 otters in Velden', '')]);
    const alerts = await alertsOf(watch, id);
    expect(alerts.map(([result]) => [result?.title, result?.is_update])).toEqual([
      ['5 otters in Velden', undefined],
      ['12 otters in Velden', true],
    ]);
  });
});

describe('alike stories', () => {
  it('about two companies are two results', async () => {
    const watch = await startWatch({ sample: false });
    const { id } = await watch.client.monitors.create({ prompt: 'quarterly dividend' });
    const report = (company: string) =>
      `${company} Corp said its board declared a quarterly dividend of 31 cents a share, payable on January 15 to holders of record on December 30. The company pays a dividend four times a year.`;
    await tick(watch, [
      item(1, 'Halvex sets quarterly dividend', report('Halvex')),
      item(2, 'Dorneau sets quarterly dividend', report('Dorneau')),
    ]);
    const [results = []] = await alertsOf(watch, id);
    expect(results.map(({ title }) => title).sort()).toEqual([
      'Dorneau sets quarterly dividend',
      'Halvex sets quarterly dividend',
    ]);
  });

  it('of two monitors are alerted by both', async () => {
    const watch = await watchMine();
    const other = await clientOf(watch.server).monitors.create({ prompt: 'coal mine' });
    await tick(watch, [item(1, 'Explosion in coal mine kills 5')]);
    expect(await alertsOf(watch, watch.id)).toHaveLength(1);
    expect(await alertsOf(watch, other.id)).toHaveLength(1);
  });
});
