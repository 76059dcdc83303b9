import type { Client } from 'newswatch';
import type { RunningServer } from 'newswatch/server';
import { expect, it } from 'vitest';
import { paidKey } from '../../../../helpers/server.ts';
import { startOfTime, startWatch } from '../../../../helpers/watch.ts';

const hour = 3_600_000;

/** Hours before the first briefing after {@link startOfTime}. */
const untilBriefing = 19;

/** A news item that was published some hours before that briefing. */
function otters(id: string, hoursBefore: number, title = `Otters ${id} seen in the harbour`) {
  const published = startOfTime + (untilBriefing - hoursBefore) * hour;
  return {
    id,
    title,
    url: `https://news.example/${id}`,
    source: 'news.example',
    publication_date: new Date(published).toISOString(),
  };
}

/** The ids of the other news in the first briefing. */
async function otherNews(
  news: ReturnType<typeof otters>[],
  createMonitor: (client: Client, server: RunningServer) => Promise<unknown>,
) {
  const fixture = { accounts: [{ id: 'paid', keys: [paidKey] }], news };
  const { client, clock, server, monitor } = await startWatch({ fixture, sample: false });
  await client.monitors.delete({ id: monitor.id });
  await createMonitor(client, server);
  await server.settled();
  clock.advance(untilBriefing * hour);
  await server.settled();
  const [briefing] = (await client.briefings.list()).briefings;
  return briefing?.news?.map(({ id }) => id);
}

const onDemand = { prompt: 'otters', on_demand: true };

it('has the news of the period that a monitor matches, newest first', async () => {
  const news = [otters('a', 25), otters('b', 23), otters('c', 20), otters('d', 22, 'Wheat prices')];
  expect(await otherNews(news, (client) => client.monitors.create(onDemand))).toEqual(['c', 'b']);
});

it('has a story once', async () => {
  const news = [otters('a', 21, 'OTTERS are back!'), otters('b', 20, 'Otters are back')];
  expect(await otherNews(news, (client) => client.monitors.create(onDemand))).toEqual(['b']);
});

it('has at most 10 items', async () => {
  const news = Array.from({ length: 12 }, (_, n) => otters(`n${n}`, 20 + n / 10));
  expect(await otherNews(news, (client) => client.monitors.create(onDemand))).toHaveLength(10);
});

it('has nothing that was alerted, not even results that the briefing does not show', async () => {
  const news = Array.from({ length: 9 }, (_, n) => otters(`n${n}`, 20 + n / 10));
  const found = await otherNews([], async (client, server) => {
    const { id } = await client.monitors.create(onDemand);
    await server.addNews(news);
    await client.monitors.run({ id });
  });
  expect(found).toEqual([]);
});

it('has nothing that the filters of the monitor drop', async () => {
  const news = [otters('a', 23), otters('b', 20, 'Otters sold at auction')];
  const found = await otherNews(news, (client) =>
    client.monitors.create({ ...onDemand, exclude_words: ['auction'] }),
  );
  expect(found).toEqual(['a']);
});

it('has nothing of paused monitors', async () => {
  const found = await otherNews([otters('a', 23)], async (client) => {
    const { id } = await client.monitors.create(onDemand);
    await client.monitors.pause({ id });
  });
  expect(found).toEqual([]);
});
