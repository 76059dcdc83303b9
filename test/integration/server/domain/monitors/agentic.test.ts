import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerOptions } from 'newswatch/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { feedServer } from '../../../../helpers/feed-server.ts';
import { testServer } from '../../../../helpers/server.ts';
import { clientOf, connect, startWatch } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';

const minute = 60_000;
const prompt = 'chip exports';

/** A program of one's own; `task` is what it was given, `folder` a place to write to. */
async function agentProgram(source: string) {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-agent-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'agent.mjs');
  const begin = `import { readFileSync, writeFileSync } from 'node:fs';
    const folder = process.argv[2];
    const task = JSON.parse(readFileSync(0, 'utf8'));
    const print = (value) => process.stdout.write(JSON.stringify(value));\n`;
  await writeFile(file, begin + source);
  return { folder, agent: [process.execPath, file, folder] as const };
}

async function watchWith(source: string, options: ServerOptions = {}) {
  const { folder, agent } = await agentProgram(source);
  return { folder, ...(await startWatch({ agent, ...options })) };
}

describe('an agentic monitor', () => {
  it('hands its prompt and candidates to the program and takes its results', async () => {
    const { client, folder } = await watchWith(`
      writeFileSync(folder + '/seen.json', JSON.stringify({ task, env: Object.keys(process.env) }));
      print({ results: [{
        title: ' What it means ', summary: 'A summary', publication_date: '2026-11-20T10:00:00+01:00',
        links: [{ url: 'https://a.example/one', source: 'A' }, { url: 'https://a.example/two' }],
      }] });`);
    const monitor = await client.monitors.create({ prompt, execution: 'agentic' });
    expect(monitor.execution).toBe('agentic');
    expect(monitor.preview).toMatchObject({
      status: 'completed',
      results: [
        {
          title: 'What it means',
          summary: 'A summary',
          links: [
            { url: 'https://a.example/one', source: 'A' },
            { url: 'https://a.example/two', source: null },
          ],
          publication_date: '2026-11-20T09:00:00.000Z',
        },
      ],
    });
    const seen = JSON.parse(await readFile(join(folder, 'seen.json'), 'utf8'));
    const { id, title } = monitor;
    expect(seen.task.monitor).toEqual({ id, title, prompt });
    const found = (await client.news.search({ query: prompt, limit: 50 })).items;
    expect(seen.task.candidates).toEqual(found.map(({ score: _score, ...item }) => item));
    expect(seen.env.filter((name: string) => !name.startsWith('__CF'))).toEqual(['PATH']);
  });

  it('alerts each result once: by its candidate, else its first link, else its title', async () => {
    const { client, clock, server } = await watchWith(`
      const [one] = task.candidates;
      const time = String(process.hrtime.bigint());
      print({ results: [
        { id: one.id, title: 'By candidate ' + time, summary: '', links: [] },
        { id: 'unknown', title: 'By link ' + time, summary: '', links: [{ url: 'https://a.example/', source: null }] },
        { title: 'By title', summary: time, links: [] },
        { title: 'By title', summary: 'again', links: [] },
      ] });`);
    const receiver = await webhookReceiver(204);
    const { id } = await client.monitors.create({ prompt, execution: 'agentic' });
    await connect(client, receiver.url, id);
    for (let tick = 0; tick < 2; tick += 1) {
      clock.advance(60 * minute);
      await server.settled();
    }
    const { runs } = await client.monitors.runs({ id });
    const kinds = runs.map(({ results }) =>
      results.map(({ title }) => title.split(' ').slice(0, 2).join(' ')),
    );
    const all = ['By candidate', 'By link', 'By title'];
    expect(kinds).toEqual([[], all, all]);
    expect(receiver.received).toHaveLength(1);
  });

  it('alerts once, however long a link is and whatever characters there are', async () => {
    const { client } = await watchWith(`
      // No database compresses these so far that they fit into the key of an index.
      let state = 1;
      const next = () => (state = (state * 48271) % 0x7fffffff);
      const path = Array.from({ length: 1900 }, () => String.fromCharCode(0x4e00 + next() % 20000));
      print({ results: [{
        title: 'NUL \\0 and half \\ud800', summary: '\\0\\udfff', publication_date: null,
        links: [{ url: 'https://a.example/' + path.join(''), source: '\\0' }],
      }] });`);
    const { id, preview } = await client.monitors.create({ prompt, execution: 'agentic' });
    expect(preview).toMatchObject({ status: 'completed', error: null });
    const counts = [];
    for (const _ of [1, 2]) counts.push((await client.monitors.run({ id })).results.length);
    expect(counts).toEqual([1, 0]);
    expect((await client.alerts.list()).alerts).toHaveLength(1);
  });

  it('gets what its own feeds hold among the candidates', async () => {
    const { client } = await watchWith(`
      print({ results: task.candidates.map(({ id, title }) => ({ id, title, summary: '', links: [] })) });`);
    const line = '{"id":"z","title":"Zorbing champion crowned"}\n';
    const { origin } = await feedServer((_request, response) => response.end(line));
    const { preview } = await client.monitors.create({
      prompt: `zorbing ${origin}/news.jsonl`,
      execution: 'agentic',
    });
    expect(preview.results.map(({ title }) => title)).toEqual(['Zorbing champion crowned']);
  });

  it.each([
    ['an exit code', `console.error('secret'); process.exit(3)`, 'exited with code 3'],
    ['a signal', `process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)`, 'SIGTERM'],
    ['no JSON', `process.stdout.write('Sorry')`, 'printed invalid JSON'],
    ['nothing', ``, 'printed invalid JSON'],
    ['a bad shape', `print({ results: [{ title: 'x' }] })`, 'invalid results: results.0.summary'],
    [
      'a link that is no web address',
      `print({ results: [{ title: 'x', summary: '', links: [{ url: 'javascript:alert(1)' }] }] })`,
      'invalid results: results.0.links.0.url',
    ],
    [
      'a flood',
      `const more = () => process.stdout.write('x'.repeat(65536), more); more()`,
      'printed more than 1048576 bytes',
    ],
  ])('keeps a run that failed by %s, and alerts nothing', async (_what, source, error) => {
    const log: unknown[] = [];
    const { client, clock, server } = await watchWith(source, {
      log: (_level, event, fields) => event === 'agent failed' && log.push(fields?.['stderr']),
    });
    const { id, preview } = await client.monitors.create({ prompt, execution: 'agentic' });
    expect(preview).toMatchObject({ status: 'failed', results: [] });
    expect(preview.error).toContain(error);
    expect(preview.error).not.toContain('secret');
    expect(log).toEqual([source.includes('secret') ? 'secret' : '']);
    clock.advance(60 * minute);
    await server.settled();
    const { runs } = await client.monitors.runs({ id });
    expect(runs.map(({ trigger, status }) => [trigger, status])).toEqual([
      ['schedule', 'failed'],
      ['preview', 'failed'],
    ]);
    const { alerts } = await client.alerts.list();
    expect(alerts.filter(({ monitor_id }) => monitor_id === id)).toEqual([]);
    const { monitors } = await client.monitors.list();
    expect(monitors.find((monitor) => monitor.id === id)?.next_run_at).not.toBeNull();
  });

  it('ends a program that takes too long', async () => {
    const { client, folder } = await watchWith(
      `writeFileSync(folder + '/pid', String(process.pid)); setInterval(() => {}, 1000);`,
      { agentTimeLimit: 2000 },
    );
    const { preview } = await client.monitors.create({ prompt, execution: 'agentic' });
    expect(preview).toMatchObject({ status: 'failed', error: 'the agent did not exit within 2 s' });
    expect(isRunning(Number(await readFile(join(folder, 'pid'), 'utf8')))).toBe(false);
  });

  it('ends what the program started and left behind', async () => {
    let left = false;
    const { origin } = await feedServer((_request, response) => {
      response.on('close', () => {
        left = true;
      });
      response.write('connected');
    });
    const { client } = await watchWith(`
      import { spawn } from 'node:child_process';
      import { once } from 'node:events';
      const wait = "fetch('${origin}').then(() => { process.send('connected'); setInterval(() => {}, 1000); })";
      const child = spawn(process.execPath, ['-e', wait], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      await once(child, 'message');
      print({ results: [] });
      child.disconnect();
      child.unref();`);
    const { preview } = await client.monitors.create({ prompt, execution: 'agentic' });
    expect(preview.status).toBe('completed');
    await expect.poll(() => left).toBe(true);
  });

  it('is a failed run where the program is not there', async () => {
    const { client } = await startWatch({ agent: ['/nowhere/agent'] });
    const { preview } = await client.monitors.create({ prompt, execution: 'agentic' });
    expect(preview.error).toBe('the agent cannot be started: no such file or directory (ENOENT)');
  });

  it('is refused by a server that has no agent', async () => {
    const { client } = await startWatch();
    await expect(client.monitors.create({ prompt, execution: 'agentic' })).rejects.toMatchObject({
      status: 400,
      body: { error: 'invalid_request', issues: [{ field: 'execution' }] },
    });
  });

  it('is broken off and stored nowhere when the server stops', async () => {
    const data = await mkdtemp(join(tmpdir(), 'newswatch-data-'));
    onTestFinished(() => rm(data, { recursive: true, force: true }));
    const { client, clock, server, folder } = await watchWith(
      `import { existsSync } from 'node:fs';
      if (!existsSync(folder + '/first')) { writeFileSync(folder + '/first', ''); print({ results: [] }); }
      else { writeFileSync(folder + '/pid', String(process.pid)); setInterval(() => {}, 1000); }`,
      { data },
    );
    const { id } = await client.monitors.create({ prompt, execution: 'agentic' });
    clock.advance(60 * minute);
    void server.settled();
    const pid = () => readFile(join(folder, 'pid'), 'utf8').then(Number, () => 0);
    await expect.poll(pid, { timeout: 10_000 }).toBeGreaterThan(0);
    await server.close();
    const running = await pid();
    await expect.poll(() => isRunning(running)).toBe(false);
    const next = clientOf(await testServer({ data, clock }));
    const { runs } = await next.monitors.runs({ id });
    expect(runs.map(({ trigger }) => trigger)).toEqual(['preview']);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
