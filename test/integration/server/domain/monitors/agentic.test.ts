import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerOptions } from 'newswatch/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { feedServer } from '../../../../helpers/feed-server.ts';
import { addSample } from '../../../../helpers/fresh-news.ts';
import { testServer } from '../../../../helpers/server.ts';
import { clientOf, connect, startWatch } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';

const minute = 60_000;
const prompt = 'chip exports';

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-agent-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A Node program that gets the input `task`, and a `folder` to write to. */
async function agentProgram(source: string) {
  const folder = await temporaryFolder();
  const file = join(folder, 'agent.mjs');
  const begin = `import { readFileSync, writeFileSync } from 'node:fs';
    const folder = process.argv[2];
    const task = JSON.parse(readFileSync(0, 'utf8'));
    const print = (value) => process.stdout.write(JSON.stringify(value));\n`;
  await writeFile(file, begin + source);
  return { folder, agent: [process.execPath, file, folder] as const };
}

async function watchWith(source: string) {
  const { folder, agent } = await agentProgram(source);
  return { folder, ...(await startWatch({ agent })) };
}

/** A shell script starts in a fraction of the time of Node. Its `$0` is the folder. */
async function watchWithShell(script: string, options: ServerOptions = {}) {
  const folder = await temporaryFolder();
  const watch = await startWatch({ agent: ['sh', '-c', script, folder], ...options });
  return { folder, ...watch };
}

describe('an agentic monitor', () => {
  it('passes its prompt and candidates to the program and takes its results', async () => {
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
    expect(seen.env.filter((name: string) => !name.startsWith('__CF')).sort()).toEqual([
      'PATH',
      'TRACEPARENT',
    ]);
  });

  it('alerts each result once: by its candidate, else its first link, else its title', async () => {
    const { client, clock, server } = await watchWith(`
      const [one] = task.candidates;
      const time = 'at' + String(process.hrtime.bigint());
      print({ results: [
        { id: one.id, title: 'By candidate ' + time, summary: '', links: [] },
        { id: 'unknown', title: 'By link ' + time, summary: '', links: [{ url: 'https://a.example/', source: null }] },
        { title: 'By title', summary: time, links: [] },
        { title: 'By title', summary: 'again', links: [] },
      ] });`);
    const receiver = await webhookReceiver(204);
    const { id } = await client.monitors.create({
      prompt: 'zorbing',
      execution: 'agentic',
    });
    await connect(client, receiver.url, id);
    for (const edition of ['one', 'two']) {
      await server.addNews([{ id: edition, title: `Zorbing hill ${edition}` }]);
      clock.advance(60 * minute);
      await server.settled();
    }
    const { runs } = await client.monitors.runs({ id });
    const kinds = runs.map(({ results }) =>
      results.map(({ title }) => title.split(' ').slice(0, 2).join(' ')),
    );
    const all = ['By candidate', 'By link', 'By title'];
    expect(kinds).toEqual([['By candidate'], all, []]);
    expect(receiver.received).toHaveLength(2);
  });

  it('alerts a result once even if its link is long or has unusual characters', async () => {
    const { client, server } = await watchWith(`
      // Random, so that no database can compress the link to the size of an index key.
      let state = 1;
      const next = () => (state = (state * 48271) % 0x7fffffff);
      const path = Array.from({ length: 1900 }, () => String.fromCharCode(0x4e00 + next() % 20000));
      print({ results: [{
        title: 'NUL \\0 and half \\ud800', summary: '\\0\\udfff', publication_date: null,
        links: [{ url: 'https://a.example/' + path.join(''), source: '\\0' }],
      }] });`);
    const { id } = await client.monitors.create({ prompt: 'otters', execution: 'agentic' });
    const counts = [];
    for (const edition of ['one', 'two']) {
      await server.addNews([{ id: edition, title: `Otters ${edition}` }]);
      counts.push((await client.monitors.run({ id })).results.length);
    }
    expect(counts).toEqual([1, 0]);
    expect((await client.alerts.list()).alerts).toHaveLength(1);
  });

  it('chooses only from candidates that pass its filters, however many others match better', async () => {
    const news = Array.from({ length: 250 }, (_, index) => ({
      id: `wire-${index}`,
      title: `Otters, otters and otters ${index}`,
      source: 'Wire',
    }));
    const note = { id: 'note', title: 'Notes on otters and other animals', source: 'Desk' };
    const { folder, agent } = await agentProgram(`
      writeFileSync(folder + '/seen.json', JSON.stringify(task.candidates));
      print({ results: [] });`);
    const { client } = await startWatch({
      agent,
      sample: false,
      fixture: {
        accounts: [{ id: 'paid', keys: ['nw_paid_0123456789'] }],
        news: [...news, note],
      },
    });
    await client.monitors.create({
      prompt: 'otters',
      execution: 'agentic',
      include_sources: ['Desk'],
    });
    const seen = JSON.parse(await readFile(join(folder, 'seen.json'), 'utf8'));
    expect(seen).toMatchObject([{ id: 'note' }]);
  });

  it('has the news of its own feeds among its candidates', async () => {
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
    ['{"failure":{"kind":"settings"}}', 'failed: its settings or its task are invalid'],
    ['{"failure":{"kind":"timeout"}}', 'failed: its model did not respond in time'],
    ['{"failure":{"kind":"response"}}', 'failed: its model gave no usable response'],
    [
      '{"failure":{"kind":"endpoint","key":"sk-1"}}',
      'failed: its model cannot be reached or gave no usable response',
    ],
    ['{"failure":{"kind":"endpoint","status":503}}', 'failed: its model responded with status 503'],
    ['{"failure":{"kind":"endpoint","status":"sk-1"}}', 'exited with code 5'],
    ['{"failure":{"kind":"sk-1"}}', 'exited with code 5'],
    ['sk-1', 'exited with code 5'],
    ['{"results":[]}', 'exited with code 5'],
  ])(
    'says why the program failed, and repeats nothing else that it prints: %s',
    async (output, reason) => {
      const { client } = await watchWithShell(`printf '%s' '${output}'; exit 5`);
      const { preview } = await client.monitors.create({ prompt, execution: 'agentic' });
      expect(preview).toMatchObject({ status: 'failed', error: `the agent ${reason}` });
    },
  );

  it('fails the run, and alerts nothing, if the program fails', async () => {
    const filled = (text: string) => `head -c 60000 /dev/zero | tr '\\0' '${text}'`;
    const result = (fields: object) => `echo '${JSON.stringify({ results: [fields] })}'`;
    const badLink = { title: 'x', summary: '', links: [{ url: 'javascript:alert(1)' }] };
    const failures: { kind: string; command: string; error: string; stderr?: string }[] = [
      {
        kind: 'exit-code',
        command: 'echo secret >&2; exit 3',
        error: 'exited with code 3',
        stderr: 'secret',
      },
      { kind: 'signal', command: 'kill -TERM $$; sleep 9', error: 'SIGTERM' },
      { kind: 'no-json', command: 'echo Sorry', error: 'printed invalid JSON' },
      { kind: 'deep', command: filled('['), error: 'printed JSON that has more than 100 levels' },
      { kind: 'wide', command: filled(','), error: 'printed JSON that has more than 50000 values' },
      { kind: 'no-output', command: 'exit 0', error: 'printed invalid JSON' },
      { kind: 'bad-shape', command: result({ title: 'x' }), error: 'results: results.0.summary' },
      { kind: 'bad-link', command: result(badLink), error: 'results: results.0.links.0.url' },
      { kind: 'flood', command: 'exec yes', error: 'printed more than 1048576 bytes' },
    ];
    const cases = failures.map(
      ({ kind, command }) => `*'"prompt":"${prompt} ${kind}"'*) ${command};;`,
    );
    const log: unknown[] = [];
    const { client, clock, server } = await startWatch({
      agent: ['sh', '-c', `case "$(cat)" in ${cases.join('\n')} esac`],
      log: (_level, event, fields) => event === 'agent failed' && log.push(fields?.['stderr']),
    });
    const ids: string[] = [];
    for (const { kind, error } of failures) {
      const { id, preview } = await client.monitors.create({
        prompt: `${prompt} ${kind}`,
        execution: 'agentic',
      });
      expect(preview, kind).toMatchObject({ status: 'failed', results: [] });
      expect(preview.error, kind).toContain(error);
      expect(preview.error, kind).not.toContain('secret');
      ids.push(id);
    }
    expect(log).toEqual(failures.map(({ stderr = '' }) => stderr));
    await addSample(server, { edition: 'again' });
    clock.advance(60 * minute);
    await server.settled();
    for (const id of ids) {
      const { runs } = await client.monitors.runs({ id });
      expect(runs.map(({ trigger, status }) => [trigger, status])).toEqual([
        ['schedule', 'failed'],
        ['preview', 'failed'],
      ]);
    }
    const { alerts } = await client.alerts.list();
    expect(alerts.filter(({ monitor_id }) => ids.includes(monitor_id))).toEqual([]);
    const { monitors } = await client.monitors.list();
    expect(monitors.map(({ next_run_at }) => next_run_at)).not.toContain(null);
  });

  it('kills a program that exceeds its time limit', async () => {
    const { client, folder } = await watchWithShell('echo $$ > "$0/pid"; exec sleep 60', {
      agentTimeLimit: 400,
    });
    const { preview } = await client.monitors.create({ prompt, execution: 'agentic' });
    expect(preview).toMatchObject({
      status: 'failed',
      error: 'the agent did not exit within 0.4 s',
    });
    expect(isRunning(Number(await readFile(join(folder, 'pid'), 'utf8')))).toBe(false);
  });

  it('kills the processes that the program leaves behind', async () => {
    let isGone = false;
    const { origin } = await feedServer((_request, response) => {
      response.on('close', () => {
        isGone = true;
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
    await expect.poll(() => isGone).toBe(true);
  });

  it('starts the program only as often in an hour as allowed, and fails further runs', async () => {
    const { client } = await startWatch({
      agent: ['sh', '-c', `echo '{"results":[]}'`],
      agentRunsPerHour: 1,
    });
    const { preview, id } = await client.monitors.create({ prompt, execution: 'agentic' });
    expect(preview.status).toBe('completed');
    const second = await client.monitors.create({ prompt, execution: 'agentic' });
    expect(second.preview).toMatchObject({ status: 'failed', results: [] });
    expect(second.preview.error).toMatch(
      /^the agent was not started: its limit of 1 run of this account in an hour is reached; try again in \d+ s$/,
    );
    expect((await client.monitors.get({ id })).status).toBe('active');
  });

  it('does not delay standard monitors while its program runs', async () => {
    const { client, clock, server, folder } = await watchWithShell(
      `if [ -e "$0/ready" ]; then touch "$0/go.$$"; while [ ! -e "$0/end" ]; do sleep 0.05; done; fi
      echo '{"results":[]}'`,
    );
    for (let count = 0; count < 6; count += 1) {
      await client.monitors.create({ prompt: `${prompt} ${count}`, execution: 'agentic' });
    }
    // Due last, so that all agentic runs are claimed before.
    clock.advance(minute);
    const standard = await client.monitors.create({ prompt });
    await writeFile(join(folder, 'ready'), '');
    clock.advance(60 * minute);
    const settled = server.settled();
    const runsOf = async (id: string) => (await client.monitors.runs({ id })).runs.length;
    await expect.poll(() => runsOf(standard.id), { timeout: 10_000 }).toBe(2);
    await writeFile(join(folder, 'end'), '');
    await settled;
  });

  it('is not run without candidates', async () => {
    const { client } = await watchWithShell('touch "$0/started"; exit 1');
    const { preview } = await client.monitors.create({
      prompt: 'zorbing',
      execution: 'agentic',
    });
    expect(preview).toMatchObject({ status: 'completed', results: [] });
  });

  it('fails the run if the program does not exist', async () => {
    const { client } = await startWatch({ agent: ['/nowhere/agent'] });
    const { preview } = await client.monitors.create({ prompt, execution: 'agentic' });
    expect(preview.error).toBe('the agent cannot be started: no such file or directory (ENOENT)');
  });

  it('is rejected by a server without an agent', async () => {
    const { client } = await startWatch();
    await expect(client.monitors.create({ prompt, execution: 'agentic' })).rejects.toMatchObject({
      status: 400,
      body: { error: 'invalid_request', issues: [{ field: 'execution' }] },
    });
  });

  it('is aborted without being stored when the server stops', async () => {
    const data = await temporaryFolder();
    const { client, clock, server, folder } = await watchWithShell(
      `if [ -e "$0/first" ]; then echo $$ > "$0/pid"; exec sleep 60; fi
      touch "$0/first"; echo '{"results":[]}'`,
      { data },
    );
    const { id } = await client.monitors.create({ prompt, execution: 'agentic' });
    await addSample(server, { edition: 'again' });
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
