import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { closing } from '../../../../helpers/closing.ts';
import { connect, startWatch } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';

const minute = 60_000;
const repeated = (text: string) => text.repeat(Math.ceil(10_000 / text.length)).slice(0, 10_000);
const list = (count: number, each: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => each(at)).join(', ');

describe('a prompt that names nothing to watch for is rejected with the reason:', () => {
  const rejected: [prompt: string, reason: RegExp][] = [
    ['the of and', /names nothing to watch for/],
    ['"""', /names nothing to watch for/],
    ['"" ""', /names nothing to watch for/],
    ['\u{1f600} \u{1f468}\u200d\u{1f467}', /names nothing to watch for/],
    ['\u200b\u200b', /names nothing to watch for/],
    ['...', /names nothing to watch for/],
    [repeated('.,;'), /names nothing to watch for/],
    ['oil but not oil', /asks for "oil" and excludes it/],
    ['not oil', /only says what to exclude/],
    ['except', /names nothing to exclude after "except"/],
  ];
  const cases = rejected.map(([prompt, reason]) => [prompt.slice(0, 40), prompt, reason] as const);
  it.each(cases)('%j', async (_, prompt, reason) => {
    const { client, monitor } = await startWatch();
    await expect(client.monitors.create({ prompt })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
      message: expect.stringMatching(reason),
    });
    expect((await client.monitors.list()).monitors.map(({ id }) => id)).toEqual([monitor.id]);
  });
});

describe('an unusual prompt is stored as it is, and its runs complete:', () => {
  it.each([
    ['another script', '\u10dc\u10d0\u10d5\u10d7\u10dd\u10d1\u10d8\u10e1 \u10e4\u10d0\u10e1\u10d8'],
    ['emoji and a word', 'zorbing \u{1f600}'],
    ['stop words in quotes', '"the of and"'],
    ['200 exclusions', `zorbing but not ${list(200, (at) => `topic${at}`)}`],
    ['a number beyond all', 'zorbing prices of 1e400'],
    ['a long number', `zorbing ${'9'.repeat(300)}`],
    ['markup', '<script>alert(1)</script> zorbing'],
    ['SQL', "'; drop table monitors; -- zorbing"],
    ['a regular expression', '(.*)+$ [zorbing'],
    ['10,000 characters of one word', repeated('z')],
    ['10,000 characters of one name', repeated('S&P ')],
    ['10,000 characters of a region', repeated('European companies ')],
    ['10,000 characters of exclusions', repeated('zorbing, not yaks, ')],
    ['10,000 spaces', `zorbing${' '.repeat(9990)}x`],
    ['10,000 characters without spaces', repeated('\u592e\u884c\u964d\u606f')],
  ])('%s', async (_, prompt) => {
    const { client, clock, server } = await startWatch();
    const monitor = await client.monitors.create({ prompt });
    expect(monitor).toMatchObject({ prompt, status: 'active' });
    await server.addNews([{ id: 'z', title: 'Zorbing hill opens', body: 'Zorbing is popular.' }]);
    clock.advance(60 * minute);
    await server.settled();
    const { runs } = await client.monitors.runs({ id: monitor.id });
    expect(runs.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect((await client.monitors.get({ id: monitor.id })).prompt).toBe(prompt);
  });
});

describe('a story that is sent 10,000 times', () => {
  const story = (at: number) => ({
    id: `copy-${at}`,
    title: 'Zorbing hill opens in Rotorua',
    body: 'The zorbing hill in Rotorua opened on Friday with a record crowd of visitors.',
    url: `https://copies.example/${at}`,
  });
  const copies = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => story(from + at));

  it('alerts once, and does not hide other stories', async () => {
    const { client, clock, server } = await startWatch();
    const monitor = await client.monitors.create({ prompt: 'zorbing' });
    const receiver = await webhookReceiver(204);
    await connect(client, receiver.url, monitor.id);
    await server.addNews(copies(10_000));
    await server.addNews([
      { id: 'other', title: 'Zorbing banned after accident', body: 'Regulators ban zorbing.' },
    ]);
    const titles: string[] = [];
    for (let tick = 0; tick < 4; tick += 1) {
      clock.advance(60 * minute);
      await server.settled();
      await server.addNews(copies(10, 20_000 + tick * 10));
    }
    const { runs } = await client.monitors.runs({ id: monitor.id, limit: 100 });
    for (const { results } of runs) titles.push(...results.map(({ title }) => title));
    expect(titles.sort()).toEqual([
      'Zorbing banned after accident',
      'Zorbing hill opens in Rotorua',
    ]);
    expect(receiver.received.length).toBeGreaterThanOrEqual(1);
    expect(receiver.received.length).toBeLessThanOrEqual(2);
  }, 120_000);

  it('in a feed of a prompt is read in time and alerts once', async () => {
    const items = copies(10_000)
      .map(
        ({ id, title, url }) =>
          `<item><guid>${id}</guid><title>${title}</title><link>${url}</link></item>`,
      )
      .join('');
    let body =
      '<rss><channel><title>F</title><item><title>Old otters</title></item></channel></rss>';
    const feeds = createServer((_, response) => response.end(body));
    await new Promise<void>((resolve) => feeds.listen(0, '127.0.0.1', resolve));
    closing({ close: async () => void feeds.close() });
    const address = feeds.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { client, clock, server } = await startWatch();
    const monitor = await client.monitors.create({ prompt: `http://127.0.0.1:${port}/ zorbing` });
    body = `<rss><channel><title>F</title>${items}</channel></rss>`;
    for (let tick = 0; tick < 3; tick += 1) {
      clock.advance(60 * minute);
      await server.settled();
    }
    const { runs } = await client.monitors.runs({ id: monitor.id, limit: 100 });
    expect(runs.flatMap(({ results }) => results).map(({ title }) => title)).toEqual([
      'Zorbing hill opens in Rotorua',
    ]);
  }, 120_000);
});

it('a clock that goes back between import, match and tick neither loses nor repeats an alert', async () => {
  const { client, clock, server } = await startWatch();
  const monitor = await client.monitors.create({ prompt: 'zorbing' });
  const runs = async () => (await client.monitors.runs({ id: monitor.id, limit: 100 })).runs;
  const alerted = async () =>
    (await runs()).flatMap(({ results }) => results.map(({ title }) => title)).sort();
  clock.advance(60 * minute);
  await server.settled();
  await server.addNews([{ id: 'one', title: 'Zorbing hill opens' }]);
  clock.advance(-30 * minute);
  await server.addNews([{ id: 'two', title: 'Zorbing record in Peru broken' }]);
  clock.advance(-5 * 60 * minute);
  await server.settled();
  await client.monitors.run({ id: monitor.id });
  expect(await alerted()).toEqual(['Zorbing hill opens', 'Zorbing record in Peru broken']);
  await server.addNews([{ id: 'three', title: 'Court forbids zorbing near lakes' }]);
  for (let tick = 0; tick < 10; tick += 1) {
    clock.advance(60 * minute);
    await server.settled();
  }
  expect(await alerted()).toEqual([
    'Court forbids zorbing near lakes',
    'Zorbing hill opens',
    'Zorbing record in Peru broken',
  ]);
});
