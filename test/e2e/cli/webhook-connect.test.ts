import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, cli, failureIn } from '../../helpers/cli.ts';
import { closing } from '../../helpers/closing.ts';
import { pollUntil } from '../../helpers/eventually.ts';
import { freePort } from '../../helpers/free-port.ts';
import { startCommand } from '../../helpers/process.ts';
import { envOf, serve } from '../../helpers/serve.ts';
import { envFor, paidKey, testServer, unpaidKey } from '../../helpers/server.ts';
import { hasTool, toolNote } from '../../helpers/tools.ts';

interface Ready {
  url: string;
  data: string;
  webhook_url: string;
  channel: string;
}

/** A server that may call this machine, with an empty file of news and a monitor for otters. */
async function service() {
  const news = join(mkdtempSync(join(tmpdir(), 'newswatch-connect-')), 'news.jsonl');
  writeFileSync(news, '');
  const server = await serve('--data', ':memory:', '--news', news, '--allow-private-webhooks');
  const env = envOf(server.ready);
  const call = async (...args: string[]) => JSON.parse((await cli(args, { env })).stdout);
  const { id: monitor } = await call('monitors', 'create', '--prompt', 'otters');
  return {
    server,
    env,
    monitor: String(monitor),
    /** Adds a story that the monitor alerts. */
    async alert(title: string) {
      appendFileSync(news, `${JSON.stringify({ title })}\n`);
      const run = await call('monitors', 'run', String(monitor));
      expect(run.results).toHaveLength(1);
    },
    channels: async (): Promise<{ id: string; name: string; webhook_url: string }[]> =>
      (await call('delivery', 'get')).channels,
    connect: (...args: string[]) =>
      startCommand<Ready>(['webhook', 'listen', '--connect', ...args], 'stderr', { env }),
  };
}

const codeOf = async ({ child }: { child: ChildProcess }) =>
  child.exitCode ?? Number((await once(child, 'close'))[0]);

describe('newswatch webhook listen --connect', () => {
  it('prints events without a secret, ends after --count of them, and removes the connection', async () => {
    const { connect, alert, channels, monitor } = await service();
    const listener = await connect('--count', '2', '--timeout', '50', '--monitor', monitor);
    expect(listener.ready).toMatchObject({ data: ':memory:', webhook_url: listener.ready.url });
    expect(await channels()).toMatchObject([{ id: listener.ready.channel, monitor_id: monitor }]);
    const ended = codeOf(listener);
    await alert('Otters return to the river');
    await alert('A zoo welcomes five young otters');
    expect(await ended).toBe(0);
    const titles = listener.output.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).results[0].title);
    expect(titles).toEqual(['Otters return to the river', 'A zoo welcomes five young otters']);
    expect(listener.output.stderr).toContain('newswatch: 2 of 2 events\n');
    expect(listener.output.stdout + listener.output.stderr).not.toContain('whsec_');
    expect(await channels()).toEqual([]);
  });

  it('does not count a connection test, and exits with 9 on a timeout', async () => {
    const { connect, env, channels } = await service();
    const listener = await connect('--count', '1', '--timeout', '3');
    const ended = codeOf(listener);
    const test = await cli(['delivery', 'test', listener.ready.channel], { env });
    expect(JSON.parse(test.stdout).webhook_delivery.status).toBe('delivered');
    expect(await ended).toBe(9);
    expect(listener.output.stderr).toContain('newswatch: 0 of 1 event within 3 s\n');
    expect(listener.output.stdout.trim()).toBe('');
    expect(await channels()).toEqual([]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 143],
  ] as const)('removes the connection on %s', async (signal, code) => {
    const { connect, channels } = await service();
    const listener = await connect();
    expect(await listener.end(signal)).toBe(code);
    expect(await channels()).toEqual([]);
  });

  it.runIf(hasTool('script'))(
    `removes the connection when the terminal is closed (with ${toolNote('script')})`,
    async () => {
      const { env, channels } = await service();
      const command = `exec '${process.execPath}' '${binary}' webhook listen --connect`;
      const terminal = spawn('script', ['-qec', command, '/dev/null'], { env: cleanEnv(env) });
      closing({ close: async () => terminal.kill('SIGKILL') });
      await once(terminal.stdout, 'data');
      expect(await channels()).toHaveLength(1);
      // The kernel then sends SIGHUP, and every write to the terminal fails.
      terminal.kill('SIGKILL');
      await pollUntil(async () => (await channels()).length === 0, 10_000);
    },
  );

  it('removes the connection on a second signal, although a program still runs', async () => {
    const { connect, channels, alert } = await service();
    const listener = await connect('--exec', 'sh', '--', '-c', 'echo started; sleep 30');
    void alert('Otters return to the river').catch(() => {});
    await pollUntil(() => listener.output.stdout.includes('started'), 20_000);
    const start = performance.now();
    listener.child.kill('SIGINT');
    // Signals that arrive together count as one.
    await setTimeout(300);
    expect(await listener.end('SIGINT')).toBe(130);
    expect(performance.now() - start).toBeLessThan(4000);
    expect(await channels()).toEqual([]);
  });

  it('ends at once when the reader takes only one line, and removes the connection', async () => {
    const { env, alert, channels } = await service();
    const line = `"$0" "$1" webhook listen --connect | head -1; exit "\${PIPESTATUS[0]}"`;
    const shell = spawn('bash', ['-c', line, process.execPath, binary], { env: cleanEnv(env) });
    closing({ close: async () => shell.kill() });
    const closed = once(shell, 'close');
    await once(shell.stderr, 'data');
    let printed = 0;
    shell.stdout.on('data', () => {
      printed ||= performance.now();
    });
    await alert('Otters return to the river');
    expect((await closed)[0]).toBe(0);
    expect(performance.now() - printed).toBeLessThan(800);
    expect(await channels()).toEqual([]);
  });

  it('removes the connection that a killed one left behind', async () => {
    const { connect, channels } = await service();
    const killed = await connect();
    await killed.end('SIGKILL');
    expect(await channels()).toMatchObject([
      { name: expect.stringMatching(new RegExp(`, pid ${killed.child.pid}\\)$`)) },
    ]);
    const next = await connect();
    await pollUntil(() => next.output.stderr.includes('left behind'), 5000);
    expect((await channels()).map(({ id }) => id)).toEqual([next.ready.channel]);
    const beside = await connect();
    expect(await channels()).toHaveLength(2);
    expect(beside.output.stderr).not.toContain('left behind');
  });

  it('uses the URL of a tunnel and a known port', async () => {
    const { connect, channels } = await service();
    const port = String(await freePort());
    const tunnel = `http://127.0.0.1:${await freePort()}`;
    const listener = await connect('--port', port, '--tunnel-url', tunnel);
    expect(listener.ready.url).toBe(`http://127.0.0.1:${port}/hook`);
    expect(await channels()).toMatchObject([{ webhook_url: `${tunnel}/hook` }]);
    await listener.end('SIGTERM');
    const own = await connect('--port', port, '--tunnel-url', `${tunnel}/news`);
    expect(own.ready).toMatchObject({ url: `http://127.0.0.1:${port}/news` });
    expect(await channels()).toMatchObject([{ webhook_url: `${tunnel}/news` }]);
  });

  it('names the connection that remains if the service is gone, and how to remove it', async () => {
    const { connect, server, alert } = await service();
    const listener = await connect('--count', '1', '--exec', 'sleep', '--', '2');
    const ended = codeOf(listener);
    await alert('Otters return to the river');
    await server.end('SIGKILL');
    expect(await ended).toBe(7);
    expect(failureIn(listener.output.stderr)).toMatchObject({
      error: 'not_disconnected',
      message: expect.stringContaining(`the connection ${listener.ready.channel} was not removed`),
      hint: `Remove it: newswatch delivery disconnect ${listener.ready.channel}`,
    });
  });

  it('exits with 0 if somebody else removed the connection', async () => {
    const { connect, env } = await service();
    const listener = await connect('--timeout', '3');
    const ended = codeOf(listener);
    await cli(['delivery', 'disconnect', listener.ready.channel], { env });
    expect(await ended).toBe(9);
    expect(listener.output.stderr).not.toContain('not_disconnected');
  });

  it('passes the stderr of a program on, and logs each event with its duration', async () => {
    const { connect, alert } = await service();
    const script =
      'cat > /dev/null; printf "red \\033[31m\\n" >&2; echo no newline "$X" | tr -d "\\n" >&2';
    const listener = await connect('--count', '1', '--exec', 'sh', '--', '-c', script);
    const ended = codeOf(listener);
    await alert('Otters return to the river');
    expect(await ended).toBe(0);
    const lines = listener.output.stderr.split('\n');
    expect(lines).toContain('red \\u001b[31m');
    expect(lines).toContain('no newline ');
    const handled = lines.find((line) => line.includes('"event handled"')) ?? '{}';
    expect(JSON.parse(handled)).toMatchObject({
      type: 'news.alert',
      duration_ms: expect.any(Number),
    });
  });

  it('-v logs each request, and the start of each program', async () => {
    const { connect, env, alert } = await service();
    const plain = await connect('--timeout', '20', '--count', '1', '--exec', 'true');
    const child = spawn(
      process.execPath,
      [binary, ...'webhook listen -v --connect --count 1 --exec true'.split(' ')],
      { env: cleanEnv(env) },
    );
    closing({ close: async () => child.kill() });
    let log = '';
    child.stderr.on('data', (chunk) => {
      log += chunk;
    });
    const ended = Promise.all([codeOf({ child }), codeOf(plain)]);
    await pollUntil(() => log.includes('"channel"'), 20_000);
    await alert('Otters return to the river');
    expect(await ended).toEqual([0, 0]);
    expect(log).toMatch(/^newswatch: POST \/api\/v1\/delivery\/connect: 200/m);
    expect(log).toContain('"handling event"');
    expect(plain.output.stderr).not.toContain('"handling event"');
  });

  it('exits with 1 if an event becomes a dead letter', async () => {
    const { connect, alert, channels } = await service();
    const listener = await connect('--count', '1', '--retries', '0', '--exec', 'false');
    const ended = codeOf(listener);
    await alert('Otters return to the river');
    expect(await ended).toBe(1);
    expect(failureIn(listener.output.stderr)).toMatchObject({ error: 'handler_failed' });
    expect(await channels()).toEqual([]);
  });
});

describe('newswatch webhook listen --connect that cannot connect', () => {
  const run = (args: string[], env = {}) =>
    cli(['webhook', 'listen', '--connect', ...args], { env });

  it('prints plan_required as it was sent, and exits with 3', async () => {
    const server = await testServer({ allowPrivateWebhooks: true });
    const { code, stdout, stderr } = await run([], envFor(server, unpaidKey));
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ error: 'plan_required' });
    expect(stderr).toContain('newswatch: plan_required');
  });

  it('names --tunnel-url if the service rejects the address of this machine', async () => {
    const { code, stdout, stderr } = await run([], envFor(await testServer(), paidKey));
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: 'rejected_destination' });
    expect(stderr).toContain('--tunnel-url');
  });

  it('names a service that does not respond', async () => {
    const SERVICE_BASE_URL = `http://127.0.0.1:${await freePort()}`;
    const { code, stdout, stderr } = await run([], { SERVICE_BASE_URL, SERVICE_API_KEY: paidKey });
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error: 'network_error' });
  });

  it('makes no connection if the port is taken or the inbox cannot be written', async () => {
    const server = await testServer({ allowPrivateWebhooks: true });
    const env = envFor(server, paidKey);
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    closing({ close: async () => other.close() });
    const { port } = other.address() as { port: number };
    const taken = await run(['--port', String(port)], env);
    expect(failureIn(taken.stderr)).toMatchObject({ error: 'port_in_use', exit_code: 1 });
    const full = await run(['--data', '/dev/full/inbox'], env);
    expect(failureIn(full.stderr)).toMatchObject({ error: 'cannot_start' });
    const sent = server.requests.list().map(({ operation }) => operation);
    expect(sent).not.toContain('delivery.connect');
  });

  it.each([
    [['--connect', '--secret-file', 'x'], 'conflicting_option', '--secret-file'],
    [['--connect', '--local'], 'conflicting_option', '--local'],
    [['--connect', '--count', '0'], 'invalid_value', '--count'],
    [['--connect', '--timeout', '0'], 'invalid_value', '--timeout'],
    [['--connect', '--tunnel-url', 'http://example.com'], 'invalid_value', '--tunnel-url'],
    [['--connect', '--tunnel-url', 'https://example.com/?a'], 'invalid_value', '--tunnel-url'],
    [['--tunnel-url', 'https://example.com'], 'invalid_value', '--tunnel-url needs --connect'],
    [['--monitor', 'mon_1'], 'invalid_value', '--monitor needs --connect'],
    [['--handler-timeout', 'x'], 'invalid_value', '--handler-timeout'],
  ])('%j is %s', async (args, error, message) => {
    const env = {
      SERVICE_WEBHOOK_SECRET: 'whsec_receiver',
      SERVICE_BASE_URL: 'http://127.0.0.1:9',
      SERVICE_API_KEY: paidKey,
    };
    const { code, stdout, stderr } = await cli(['webhook', 'listen', ...args], { env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error, message: expect.stringContaining(message) });
  });

  it('SERVICE_READ_ONLY blocks it', async () => {
    const { code } = await run([], {
      SERVICE_READ_ONLY: '1',
      SERVICE_BASE_URL: 'http://127.0.0.1:9',
    });
    expect(code).toBe(10);
  });

  it('tells how to write the arguments of a program', async () => {
    const args = ['webhook', 'listen', '--exec', 'sh -c "exit 0"'];
    const env = { SERVICE_WEBHOOK_SECRET: 'whsec_receiver' };
    expect(failureIn((await cli(args, { env })).stderr)).toMatchObject({
      error: 'no_program',
      hint: 'Write its arguments as separate words: --exec sh -- -c "exit 0"',
    });
  });
});
