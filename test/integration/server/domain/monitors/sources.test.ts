import { describe, expect, it } from 'vitest';
import { feedServer } from '../../../../helpers/feed-server.ts';
import { paidKey, testServer } from '../../../../helpers/server.ts';
import { clientOf, connect, startWatch } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';

const minute = 60_000;

/** A JSON Feed with an item for each title. */
function feed(...titles: string[]): string {
  const items = titles.map((title) => ({ id: title, title, url: `https://a.example/${title}` }));
  const version = 'https://jsonfeed.org/version/1.1';
  return JSON.stringify({ version, title: 'Club news', items });
}

/** A server with a JSON Feed whose items can be changed. */
async function changingFeed(...titles: string[]) {
  const state = { titles };
  const { origin, requests } = await feedServer((_request, response) =>
    response.end(feed(...state.titles)),
  );
  return { state, requests, address: `${origin}/feed.json` };
}

const titlesOf = ({ results }: { results: { title: string }[] }) =>
  results.map(({ title }) => title);

describe('a monitor with its own feeds', () => {
  it('finds what its prompt asks for, and adds nothing to the shared index', async () => {
    const { client } = await startWatch();
    const { address } = await changingFeed('Zorbing champion crowned', 'Tea prices fall');
    const monitor = await client.monitors.create({ prompt: `zorbing in ${address}` });
    expect(monitor.sources).toEqual([address]);
    expect(monitor.title).toBe('zorbing in');
    expect(titlesOf(monitor.preview)).toEqual(['Zorbing champion crowned']);
    expect((await client.news.search({ query: 'zorbing' })).items).toEqual([]);
    const latest = (await client.news.latest({ limit: 100 })).items.map(({ title }) => title);
    expect(latest).not.toContain('Zorbing champion crowned');
  });

  it('alerts once about each new item of its sources or the shared index', async () => {
    const { client, clock, server } = await startWatch({
      sample: false,
      fixture: {
        accounts: [{ id: 'paid', keys: [paidKey] }],
        news: [{ id: 'old', title: 'Zorbing hill planned' }],
      },
    });
    const receiver = await webhookReceiver(204);
    const { address, state } = await changingFeed('Zorbing begins');
    const { id, preview } = await client.monitors.create({ prompt: `zorbing, ${address}` });
    expect(titlesOf(preview).sort()).toEqual(['Zorbing begins', 'Zorbing hill planned']);
    await server.addNews([{ id: 'shared', title: 'Zorbing hill opens' }]);
    state.titles.push('Zorbing champion crowned');
    await connect(client, receiver.url, id);
    const tick = async () => {
      clock.advance(60 * minute);
      await server.settled();
      const { runs } = await client.monitors.runs({ id, limit: 1 });
      return runs.flatMap(titlesOf).sort();
    };
    expect(await tick()).toEqual(['Zorbing champion crowned', 'Zorbing hill opens']);
    expect(await tick()).toEqual([]);
    state.titles.push('Zorbing banned');
    expect(await tick()).toEqual(['Zorbing banned']);
    expect(receiver.received).toHaveLength(2);
  });

  it.each([
    ['of its own feed only', false],
    ['that is also in the shared news', true],
  ])('compares the text of an item %s once, although each run finds it', async (_, isShared) => {
    const text = 'The hill for zorbing opens';
    const state = { summary: `${text} in May.` };
    const { origin } = await feedServer((_request, response) => {
      const item = { id: 'a', title: 'Zorbing hill', content_text: `${state.summary} It is big.` };
      const items = [{ ...item, summary: state.summary }];
      response.end(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items }));
    });
    const address = `${origin}/feed.json`;
    const { client, clock, server } = await startWatch({
      sample: false,
      ...(isShared && { news: [address] }),
    });
    const { id } = await client.monitors.create({ prompt: `zorbing, ${address}` });
    const tick = async () => {
      clock.advance(60 * minute);
      await server.settled();
      const [run] = (await client.monitors.runs({ id, limit: 1 })).runs;
      return [run?.results.length, run?.filtered];
    };
    expect(await tick()).toEqual([0, {}]);
    state.summary = `${text}, in May.`;
    expect(await tick()).toEqual([0, {}]);
    state.summary = `${text} in May, as planned.`;
    expect(await tick()).toEqual([0, { repeats: 1 }]);
    expect(await tick()).toEqual([0, {}]);
  });

  it('finds every item if the prompt names no topic', async () => {
    const { client } = await startWatch();
    const { address } = await changingFeed('Zorbing champion crowned', 'Tea prices fall');
    for (const prompt of [address, `Watch ${address}.`, `Tell me about news on ${address}`]) {
      const { preview } = await client.monitors.create({ prompt });
      expect(titlesOf(preview).sort()).toEqual(['Tea prices fall', 'Zorbing champion crowned']);
    }
  });

  it('has the hosts of its URLs as its title if the prompt has no other text', async () => {
    const { client } = await startWatch();
    const { address } = await changingFeed('One');
    const monitor = await client.monitors.create({ prompt: `${address}?token=hidden` });
    expect(monitor.title).toBe(new URL(address).host);
  });

  it('says in `understood` which feeds it reads, without secrets', async () => {
    const { client } = await startWatch();
    const { address } = await changingFeed('Zorbing champion crowned');
    const understood = async (prompt: string) =>
      (await client.monitors.create({ prompt })).understood;
    const searched = (feeds: string) =>
      `News about "zorbing". Searches the shared news and ${feeds}.`;
    expect(await understood(`zorbing in ${address}?token=hidden`)).toBe(
      searched(`the feed ${address}?token=***`),
    );
    expect(await understood(`zorbing in ${address}, ${address}?2 or ${address}?3`)).toBe(
      searched(`the feeds ${address}, ${address}?2 and ${address}?3`),
    );
    const many = [1, 2, 3, 4, 5].map((number) => `${address}?${number}`);
    expect(await understood(`zorbing in ${many.join(' ')}`)).toBe(
      searched(`the feeds ${address}?1, ${address}?2, ${address}?3 and 2 more`),
    );
    expect(await understood(address)).toBe(`Everything in the feed ${address}.`);
  });

  it('names a feed that fails in the error of each run, also if its prompt has words', async () => {
    const { client, clock, server } = await startWatch();
    const state = { status: 200 };
    const { origin } = await feedServer((_request, response) =>
      response.writeHead(state.status).end(feed('Zorbing champion crowned')),
    );
    const { id, preview } = await client.monitors.create({ prompt: `zorbing, ${origin}/feed` });
    expect(preview).toMatchObject({ status: 'completed', error: null });
    const reason = `${origin}/feed: returned 500`;
    state.status = 500;
    clock.advance(60 * minute);
    await server.settled();
    const scheduled = (await client.monitors.runs({ id, limit: 1 })).runs;
    expect(scheduled).toMatchObject([{ trigger: 'schedule', status: 'completed' }]);
    expect(scheduled[0]?.error).toContain(reason);
    expect((await client.monitors.run({ id })).error).toContain(reason);
    state.status = 200;
    expect(await client.monitors.run({ id })).toMatchObject({ status: 'completed', error: null });
  });

  it('completes without a source that cannot be read, and logs its URL without secrets', async () => {
    const log: unknown[] = [];
    const { client } = await startWatch({
      log: (_level, event, fields) => event === 'source failed' && log.push(fields),
    });
    const { origin } = await feedServer((_request, response) => response.writeHead(500).end());
    const { address } = await changingFeed('Zorbing champion crowned');
    const prompt = `zorbing: ${origin}/feed?token=hidden and ${address}`;
    const { id, preview } = await client.monitors.create({ prompt });
    expect(preview).toMatchObject({
      status: 'completed',
      error: expect.stringContaining(`${origin}/feed?token=***: returned 500`),
    });
    expect(titlesOf(preview)).toEqual(['Zorbing champion crowned']);
    expect(log).toEqual([
      {
        monitor_id: id,
        source: `${origin}/feed?token=***`,
        reason: expect.stringContaining('returned 500'),
      },
    ]);
  });

  it('fails, naming the URL, if none of its sources can be read', async () => {
    const { client } = await startWatch();
    const { origin } = await feedServer((_request, response) => response.writeHead(500).end());
    const { preview } = await client.monitors.create({ prompt: `${origin}/feed?token=hidden` });
    expect(preview).toMatchObject({ status: 'failed', results: [] });
    expect(preview.error).toMatch(`${origin}/feed?token=***: returned 500`);
  });

  it('is rejected if a URL is private or there are too many', async () => {
    const client = clientOf(await testServer());
    const create = (prompt: string) => client.monitors.create({ prompt });
    await expect(create('otters at http://127.0.0.1:8080/feed?key=hidden')).rejects.toMatchObject({
      status: 400,
      body: {
        error: 'rejected_destination',
        message:
          'prompt: the address http://127.0.0.1:8080/feed?key=*** names an address that is not public (127.0.0.1)',
      },
    });
    await expect(create('https://me:hidden@example.com/feed')).rejects.toMatchObject({
      body: { error: 'rejected_destination', message: expect.not.stringContaining('hidden') },
    });
    const many = Array.from({ length: 11 }, (_, at) => `https://example.com/${at}`).join(' ');
    await expect(create(many)).rejects.toMatchObject({
      body: { error: 'invalid_request', issues: [{ field: 'prompt' }] },
    });
    expect((await client.monitors.list()).monitors).toEqual([]);
  });
});

it('an on-demand run of a monitor that is deleted during the run is not found and leaves no alert', async () => {
  const { client, server } = await startWatch();
  let id: string | undefined;
  const { origin } = await feedServer((_request, response) => {
    const deleted = id === undefined ? undefined : clientOf(server).monitors.delete({ id });
    void Promise.resolve(deleted).then(() =>
      response.end(feed(id === undefined ? 'Zorbing starts' : 'Zorbing ends')),
    );
  });
  ({ id } = await client.monitors.create({ prompt: `${origin}/feed.json` }));
  await expect(client.monitors.run({ id })).rejects.toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  });
  expect((await client.alerts.list()).alerts).toEqual([]);
});
