import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { signedHeaders } from 'newswatch/webhooks';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { binary, cleanEnv, cli, failureIn } from '../../helpers/cli.ts';
import { pollUntil } from '../../helpers/eventually.ts';
import { alert, secret, sendTo } from '../../helpers/test-receiver.ts';

let folder: string;
let secretFile: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-listen-'));
  secretFile = join(folder, 'secret');
  await writeFile(secretFile, secret, { mode: 0o600 });
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const data = () => join(folder, 'inbox');

/** The lines of a stream. */
function linesOf(stream: NodeJS.ReadableStream): () => Promise<string> {
  const lines: Interface = createInterface(stream);
  const iterator = lines[Symbol.asyncIterator]();
  return async () => String((await iterator.next()).value);
}

async function listen(...args: string[]) {
  const all = ['webhook', 'listen', '--port', '0', '--secret-file', secretFile, '--data', data()];
  const child = spawn(process.execPath, [binary, ...all, ...args], { env: cleanEnv() });
  children.push(child);
  const errorLine = linesOf(child.stderr);
  const { url } = JSON.parse(await errorLine()) as { url: string };
  return { child, url, errorLine, line: linesOf(child.stdout) };
}

describe('newswatch webhook listen', () => {
  it('prints a ready line on stderr and each event as a line on stdout', async () => {
    const { url, line } = await listen();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hook$/);
    for (const id of ['evt_1', 'evt_2']) await sendTo(url, alert({ id }));
    expect(JSON.parse(await line())).toMatchObject({ id: 'evt_1', type: 'news.alert' });
    expect(JSON.parse(await line())).toMatchObject({ id: 'evt_2' });
  });

  it('accepts signatures of several secrets, for rotation', async () => {
    const next = join(folder, 'next-secret');
    await writeFile(next, 'whsec_next', { mode: 0o600 });
    const { url, line } = await listen('--secret-file', next);
    const body = alert({ id: 'evt_2' });
    const headers = await signedHeaders({ body, eventId: 'evt_2', secrets: 'whsec_next' });
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(204);
    expect(JSON.parse(await line())).toMatchObject({ id: 'evt_2' });
    expect((await sendTo(url, alert({ id: 'evt_1' }))).status).toBe(204);
    expect(JSON.parse(await line())).toMatchObject({ id: 'evt_1' });
  });

  it('docs/receiver-cases.md, case 38: prints an event on one line with exact numbers and escaped control characters', async () => {
    const { url, line } = await listen();
    await sendTo(
      url,
      '{\r\n  "id":"evt_1",\n\t"type": "a", "n": 1e400,\n "t": "\\n\u009b2J\u202e"\n}\n',
    );
    expect(await line()).toBe('{"id":"evt_1","type": "a", "n": 1e400,"t": "\\n\\u009b2J\\u202e"}');
  });

  it('docs/receiver-cases.md, case 38: --exec runs a program without a shell, with the event on stdin', async () => {
    const script = join(folder, 'handle.sh');
    await writeFile(script, '#!/bin/sh\nprintf "%s|" "$@"; cat; echo\n');
    await chmod(script, 0o755);
    const { url, line } = await listen('--exec', script, '$HOME', '--', '-v', '$(reboot)');
    const body = alert({ id: 'evt_1', monitor_title: '$(reboot)' });
    await sendTo(url, body);
    expect(await line()).toBe(`$HOME|-v|$(reboot)|${body}`);
  });

  it('--forward posts events', async () => {
    const final = await listen();
    const relayed = join(folder, 'relay');
    const relay = await listen('--data', relayed, '--forward', final.url);
    await sendTo(relay.url, alert({ id: 'evt_1' }));
    expect(JSON.parse(await final.line())).toMatchObject({ id: 'evt_1' });
  });

  it('docs/receiver-cases.md, case 37: retries a failing program, then lists and replays the dead letter', async () => {
    const works = join(folder, 'works');
    const line = `test -e ${works} || { echo broken >&2; exit 1; }; echo handled`;
    const {
      url,
      errorLine,
      line: outLine,
    } = await listen('--retries', '0', '--exec', 'sh', '--', '-c', line);
    expect((await sendTo(url, alert({ id: 'evt_1' }))).status).toBe(204);
    expect(await errorLine()).toBe('broken');
    expect(await errorLine()).toMatch(/moved to the dead letters.*"duration_ms":\d+/);
    const dead = async () =>
      JSON.parse((await cli(['webhook', 'dead', '--data', data()])).stdout) as { dead: unknown[] };
    expect(await dead()).toEqual({
      dead: [
        {
          id: 'evt_1',
          type: 'news.alert',
          failures: 1,
          last_error: 'sh exited with code 1: broken',
          received_at: expect.stringMatching(/Z$/),
        },
      ],
    });
    const missing = await cli(['webhook', 'replay', 'evt_1', 'evt_9', '--data', data()]);
    expect(missing.code).toBe(5);
    expect(failureIn(missing.stderr)['message']).toContain('evt_9');
    await writeFile(works, '');
    const replayed = await cli(['webhook', 'replay', '--all', '--data', data()]);
    expect(JSON.parse(replayed.stdout)).toEqual({ replayed: 1 });
    expect(await outLine()).toBe('handled');
    expect(await dead()).toEqual({ dead: [] });
  });

  it('docs/receiver-cases.md, case 37: discards dead letters, and handles no repeat of them', async () => {
    const args = ['--retries', '0', '--exec', 'sh', '--', '-c', 'exit 1'];
    const { url, errorLine } = await listen(...args);
    for (const id of ['evt_1', 'evt_2']) {
      await sendTo(url, alert({ id }));
      expect(await errorLine()).toContain('moved to the dead letters');
    }
    const webhook = async (...args: string[]) => cli(['webhook', ...args, '--data', data()]);
    expect((await webhook('discard', 'evt_1', 'evt_9', '--yes')).code).toBe(5);
    expect((await webhook('discard', 'evt_1', '--all')).code).toBe(2);
    expect(JSON.parse((await webhook('discard', 'evt_1', '--yes')).stdout)).toEqual({
      discarded: 1,
    });
    expect(JSON.parse((await webhook('dead')).stdout)).toMatchObject({ dead: [{ id: 'evt_2' }] });
    expect((await sendTo(url, alert({ id: 'evt_1' }))).status).toBe(204);
    expect(JSON.parse((await webhook('discard', '--all', '--yes')).stdout)).toEqual({
      discarded: 1,
    });
    expect(JSON.parse((await webhook('dead')).stdout)).toEqual({ dead: [] });
  });

  it('docs/receiver-cases.md, case 39: does not print a connection test', async () => {
    const { url, line } = await listen();
    expect((await sendTo(url, '{"id":"evt_t","type":"webhook.test"}')).status).toBe(204);
    await sendTo(url, alert({ id: 'evt_1' }));
    expect(JSON.parse(await line())).toMatchObject({ id: 'evt_1' });
  });

  it('responds although stdout is not read', async () => {
    const { url } = await listen();
    const padding = 'x'.repeat(100_000);
    for (let n = 0; n < 30; n += 1) {
      expect((await sendTo(url, alert({ padding }))).status).toBe(204);
    }
  });

  it.each(['head -1', 'true'])(
    'ends without another event when %s closes its stdout',
    async (reader) => {
      const words = ['webhook', 'listen', '--port', '0', '--secret-file', secretFile];
      const line = `"$0" "$@" | ${reader}; exit "\${PIPESTATUS[0]}"`;
      const args = ['-c', line, process.execPath, binary, ...words, '--data', data()];
      const shell = spawn('bash', args, { env: cleanEnv(), detached: true });
      onTestFinished(() => {
        if (shell.exitCode === null && shell.pid) process.kill(-shell.pid, 'SIGKILL');
      });
      const closed = once(shell, 'close');
      const { url } = JSON.parse(await linesOf(shell.stderr)()) as { url: string };
      if (reader !== 'true') expect((await sendTo(url, alert({ id: 'evt_1' }))).status).toBe(204);
      expect(await closed).toEqual([0, null]);
    },
  );

  it('exits 0 when stdout is closed and keeps the event', async () => {
    const { child, url } = await listen();
    const closed = once(child, 'close');
    child.stdout.destroy();
    await sendTo(url, alert({ id: 'evt_1' }));
    expect((await closed)[0]).toBe(0);
    const { line } = await listen();
    expect(JSON.parse(await line())).toMatchObject({ id: 'evt_1' });
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('ends on %s with %i, after the program at work', async (signal, code) => {
    const go = join(folder, 'go');
    const script = `echo started; until [ -e ${go} ]; do sleep 0.01; done; echo ended`;
    const { child, url, line } = await listen('--exec', 'sh', '--', '-c', script);
    const closed = once(child, 'close');
    await sendTo(url, alert());
    expect(await line()).toBe('started');
    child.kill(signal);
    await writeFile(go, '');
    expect(await line()).toBe('ended');
    expect((await closed)[0]).toBe(code);
  });

  it('docs/receiver-cases.md, case 33: when killed, it ends its programs and what they started, so that none runs beside its repeat', async () => {
    const record = join(folder, 'record');
    const script = `sleep 1000 & echo "$$ $!" >> ${record}; echo started; wait`;
    const { child, url, line } = await listen('--exec', 'sh', '--', '-c', script);
    for (const id of ['evt_1', 'evt_2']) await sendTo(url, alert({ id }));
    expect([await line(), await line()]).toEqual(['started', 'started']);
    child.kill('SIGKILL');
    const pids = (await readFile(record, 'utf8')).trim().split(/\s/).map(Number);
    expect(pids).toHaveLength(4);
    await pollUntil(() => pids.every(isGone), 10_000);
  });

  it('docs/receiver-cases.md, case 33: when killed right after a program ended, it does not repeat its event', async () => {
    // A process that is left behind keeps the stderr of the program open.
    const record = join(folder, 'record');
    const script = `sleep 3 & echo $NEWSWATCH_EVENT_ID >> ${record}`;
    const { child, url } = await listen('--exec', 'sh', '--', '-c', script);
    await sendTo(url, alert({ id: 'evt_1' }));
    await pollUntil(() => existsSync(record), 10_000);
    await setTimeout(300);
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    child.stdout.destroy();
    await closed;
    const { url: next } = await listen('--exec', 'sh', '--', '-c', script);
    await sendTo(next, alert({ id: 'evt_2' }));
    const ids = async () => (await readFile(record, 'utf8')).trim().split('\n');
    await pollUntil(async () => (await ids()).includes('evt_2'), 10_000);
    expect(await ids()).toEqual(['evt_1', 'evt_2']);
  });

  it('docs/receiver-cases.md, case 25: logs no secret, even if the program prints it', async () => {
    const { child, url, errorLine } = await listen(
      ...['--retries', '0', '--exec', 'sh', '--', '-c', `cat ${secretFile} >&2; exit 1`],
    );
    await sendTo(url, alert({ id: 'evt_1' }));
    expect(await errorLine()).toBe('***');
    expect(await errorLine()).toContain('sh exited with code 1: ***');
    child.kill();
    expect(await readFile(`/proc/${child.pid}/cmdline`, 'utf8').catch(() => '')).not.toContain(
      secret,
    );
  });
});

describe('newswatch webhook listen that cannot start', () => {
  it('docs/receiver-cases.md, case 36: names a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const args = ['--secret-file', secretFile, '--data', data(), '--port', String(port)];
    const { code, stderr } = await cli(['webhook', 'listen', ...args]);
    other.close();
    expect(code).toBe(1);
    expect(failureIn(stderr)).toMatchObject({ error: 'port_in_use' });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each(['\n', '\r\n', ' '])(
    'docs/receiver-cases.md, case 40: rejects a secret that ends with %j',
    async (end) => {
      await writeFile(secretFile, `${secret}${end}`, { mode: 0o600 });
      const { code, stdout, stderr } = await cli([
        'webhook',
        'listen',
        '--secret-file',
        secretFile,
      ]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(failureIn(stderr)).toMatchObject({
        error: 'bad_secret',
        message: expect.stringMatching(/ends with .*secret\)$/),
      });
      expect(stderr).not.toContain(secret);
    },
  );

  it.each([
    [[], 'no_secret'],
    [['--secret-file', '/nowhere'], 'no_secret'],
    [['--port', '99999'], 'invalid_value'],
    [['--path', 'hook'], 'invalid_value'],
    [['--retries', '-1'], 'invalid_value'],
    [['--forward', 'http://example.com/'], 'invalid_value'],
    [['--forward', 'https://user:pass@example.com/'], 'invalid_value'],
    [['--forward', 'https://example.com', '--exec', 'true'], 'conflicting_option'],
    [['--', 'true'], 'invalid_value'],
    [['--exec', 'no-such-program'], 'no_program'],
    [['--exec', './package.json'], 'no_program'],
    [['--exec', '/'], 'no_program'],
  ])('%j is %s', async (args, error) => {
    const env = error === 'no_secret' ? {} : { SERVICE_WEBHOOK_SECRET: secret };
    const { code, stdout, stderr } = await cli(['webhook', 'listen', ...args], { env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error });
    expect(stderr).not.toContain('pass@');
  });

  it('allows only one receiver per folder', async () => {
    await listen();
    const args = ['--port', '0', '--secret-file', secretFile, '--data', data()];
    const { code, stderr } = await cli(['webhook', 'listen', ...args]);
    expect(code).toBe(1);
    expect(failureIn(stderr)['message']).toContain('another receiver');
  });

  it('dead and replay report a missing inbox', async () => {
    const { code, stderr } = await cli(['webhook', 'dead', '--data', '/nowhere']);
    expect(code).toBe(5);
    expect(failureIn(stderr)).toMatchObject({ error: 'no_inbox' });
  });
});

/** Whether a process has ended. A zombie has. */
function isGone(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return true;
  }
}
