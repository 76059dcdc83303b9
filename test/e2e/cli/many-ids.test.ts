import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, cli, failureIn } from '../../helpers/cli.ts';
import { envFor, testServer, unpaidKey } from '../../helpers/server.ts';

async function withMonitors(count: number) {
  const server = await testServer();
  const run = (args: readonly string[], input = '') => cli(args, { env: envFor(server), input });
  for (let index = 0; index < count; index += 1) {
    await run(['monitors', 'create', '--prompt', `chip exports ${index}`]);
  }
  const ids = async () =>
    (JSON.parse((await run(['monitors', 'list'])).stdout).monitors as { id: string }[]).map(
      ({ id }) => id,
    );
  return { server, run, ids };
}

/** Runs a line in which `"$0" "$1"` is the program. */
async function bash(
  line: string,
  { env, input }: { env: Record<string, string>; input: string },
): Promise<{ code: number; stderr: string }> {
  const child = spawn('bash', ['-c', line, process.execPath, binary], { env: cleanEnv(env) });
  child.stdin.end(input);
  child.stdout.resume();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code, stderr };
}

const linesOf = (stdout: string) =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('several ids', () => {
  it('print one line each; a failure does not stop the others', async () => {
    const { run, ids } = await withMonitors(3);
    const [first = '', second = '', third = ''] = await ids();
    const args = ['monitors', 'delete', first, 'mon_x', second, first, '--yes'];
    const { code, stdout, stderr } = await run(args);
    expect(code).toBe(5);
    expect(linesOf(stdout)).toEqual([
      { id: first, result: { deleted: first } },
      { id: 'mon_x', error: { error: 'not_found', message: expect.any(String) } },
      { id: second, result: { deleted: second } },
    ]);
    expect(stderr).toMatch(/^newswatch: not_found: .*mon_x[^\n]*\n$/);
    expect(await ids()).toEqual([third]);
  });

  it('print only the --fields of each result, which are checked before anything is sent', async () => {
    const { run, ids } = await withMonitors(2);
    const [first = '', second = ''] = await ids();
    const args = ['monitors', 'pause', first, 'mon_x', second, '--fields'];
    const unknown = await run([...args, 'id,state']);
    expect({ code: unknown.code, stdout: unknown.stdout }).toEqual({ code: 2, stdout: '' });
    expect(failureIn(unknown.stderr)).toMatchObject({ error: 'unknown_field' });
    const { stdout } = await run([...args, 'status,every_minutes']);
    expect(linesOf(stdout)).toEqual([
      { id: first, result: { status: 'paused', every_minutes: 60 } },
      { id: 'mon_x', error: { error: 'not_found', message: expect.any(String) } },
      { id: second, result: { status: 'paused', every_minutes: 60 } },
    ]);
  });

  it('come from standard input: as lines, and as the items of a list', async () => {
    const { run, ids } = await withMonitors(4);
    const [first = '', second = ''] = await ids();
    const plain = await run(['monitors', 'delete', '-', '--yes'], `${first}\n\n${second}\r\n`);
    expect(linesOf(plain.stdout)).toHaveLength(2);
    const list = await run(['monitors', 'list', '--format', 'jsonl']);
    const paused = await run(['monitors', 'pause', '-'], list.stdout);
    expect(linesOf(paused.stdout)).toMatchObject([
      { result: { status: 'paused' } },
      { result: { status: 'paused' } },
    ]);
    expect((await run(['monitors', 'delete', '-', '--yes'], list.stdout)).code).toBe(0);
    expect(await ids()).toEqual([]);
    expect(await run(['monitors', 'delete', '-', '--yes'], '')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('are all changed, although the reader of the output has ended', async () => {
    const { server, run, ids } = await withMonitors(30);
    const input = (await ids()).join('\n');
    const line = 'set -o pipefail; "$0" "$1" monitors pause - | head -1';
    expect(await bash(line, { env: envFor(server), input })).toEqual({ code: 0, stderr: '' });
    const { stdout } = await run(['monitors', 'list', '--jq', '.monitors[].status']);
    expect(stdout).toBe('paused\n'.repeat(30));
  });

  it.runIf(process.platform === 'linux')(
    'are all changed on a full disk, and the error is the last line',
    async () => {
      const { server, run, ids } = await withMonitors(10);
      const line = '"$0" "$1" monitors pause - > /dev/full';
      const input = `${(await ids()).join('\n')}\nmon_x`;
      const { code, stderr } = await bash(line, { env: envFor(server), input });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^newswatch: not_found: .*\n\{"error":"output_lost".*\n$/);
      const { stdout } = await run(['monitors', 'list', '--jq', '.monitors[].status']);
      expect(stdout).toBe('paused\n'.repeat(10));
    },
  );

  it('are counted on stderr if several fail', async () => {
    const { run } = await withMonitors(0);
    const { code, stderr } = await run(['monitors', 'pause', 'mon_x', 'mon_y', 'mon_z']);
    expect(code).toBe(5);
    expect(stderr).toMatch(/^newswatch: not_found: .*mon_x.*\nnewswatch: 3 of 3 failed\n$/);
  });

  it('are counted on stderr if a signal ends the command', async () => {
    const server = await testServer({ latency: 100 });
    const ids = Array.from({ length: 1000 }, (_, number) => `mon_${number}`);
    const child = spawn(process.execPath, [binary, 'monitors', 'pause', ...ids], {
      env: cleanEnv(envFor(server)),
    });
    child.stdout.once('data', () => child.kill('SIGTERM'));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const count = linesOf(stdout).length;
    expect(stderr).toContain(`\nnewswatch: ended after ${count} of 1000\n{"error":"interrupted"`);
  });

  it('may be JSON strings, as jq prints them', async () => {
    const { run, ids } = await withMonitors(2);
    const input = (await ids()).map((id) => `${JSON.stringify(id)}\n`).join('');
    expect(linesOf((await run(['monitors', 'pause', '-'], input)).stdout)).toMatchObject([
      { result: { status: 'paused' } },
      { result: { status: 'paused' } },
    ]);
  });

  it('remove connections too', async () => {
    const { run } = await withMonitors(0);
    const connect = ['delivery', 'connect', '--platform', 'webhook', '--webhook-url'];
    const channels = await Promise.all(
      ['a', 'b'].map(async (path) => {
        const { stdout } = await run([...connect, `https://hooks.example.com/${path}`]);
        return JSON.parse(stdout).channel as { id: string };
      }),
    );
    const input = channels.map((channel) => `${JSON.stringify(channel)}\n`).join('');
    const { code, stdout } = await run(['delivery', 'disconnect', '-', '--yes'], input);
    expect(code).toBe(0);
    expect(linesOf(stdout)).toEqual(
      channels.map(({ id }) => ({ id, result: { disconnected: id } })),
    );
  });

  it('are all printed by --dry-run, without a request', async () => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    const { code, stdout } = await cli(['monitors', 'delete', 'a', 'b', '--dry-run'], { env });
    expect(code).toBe(0);
    expect(linesOf(stdout)).toMatchObject(
      ['a', 'b'].map((id) => ({
        dry_run: true,
        request: { method: 'DELETE', url: `http://127.0.0.1:9/api/v1/monitors/${id}` },
      })),
    );
  });

  it.each([
    ['a line without an id', 'mon_1\n{"title":"a"}\n', 'standard input: line 2 has no id'],
    ['an id that cannot be one', '..\n', '<id> must not be . or ..'],
  ])('%s is rejected before a request', async (_, input, message) => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    const { code, stderr } = await cli(['monitors', 'delete', '-', '--yes'], { env, input });
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain(message);
  });

  it('are printed as JSON Lines only', async () => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    const { code, stderr } = await cli(['monitors', 'pause', 'a', 'b', '--format', 'table'], {
      env,
    });
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain('--format cannot be used with several ids');
  });

  it('end at an error that all of them would have', async () => {
    const { server } = await withMonitors(0);
    const env = envFor(server, unpaidKey);
    const args = [
      'monitors',
      'resume',
      ...Array.from({ length: 20 }, (_, index) => `mon_${index}`),
    ];
    const { code, stdout, stderr } = await cli(args, { env });
    expect(code).toBe(3);
    expect(linesOf(stdout)).toHaveLength(1);
    expect(stderr).toContain('ended after this error: 19 were not tried');
  });
});

describe('without a terminal', () => {
  it.each([
    [['monitors', 'delete', 'mon_1'], 'Delete the monitor mon_1'],
    [['monitors', 'delete', 'mon_1', 'mon_2'], 'Delete 2 monitors'],
    [['monitors', 'delete', '-'], 'Delete the monitors on standard input'],
    [['monitors', 'pause-all'], 'Pause all monitors that you own'],
    [['delivery', 'disconnect', 'chan_1'], 'Remove the connection chan_1'],
    [['delivery', 'set', 'chan_1', '--status', 'disabled'], 'Disable the connection chan_1'],
    [
      ['delivery', 'rotate-secret', 'chan_1', '--replace'],
      'End the signing secret of the connection',
    ],
    [['mcp', 'call', 'monitors.delete', 'monitor_id=mon_1'], 'Delete the monitor mon_1'],
    [
      ['mcp', 'call', 'delivery.set', '--json', '{"channel_id":"c","status":"disabled"}'],
      'Disable',
    ],
    [['webhook', 'discard', '--all'], 'Discard all dead letters'],
    [['admin', 'news', 'delete', 'item_1'], 'Take down the news item item_1'],
  ])('%j needs --yes', async (args, message) => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    const { code, stdout, stderr } = await cli(args, { env, input: 'y\n' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({
      error: 'confirmation_required',
      message: expect.stringMatching(new RegExp(`^${message}.*: --yes is required$`)),
      hint: expect.stringContaining('--yes'),
    });
  });

  it.each([
    ['delivery', 'set', 'chan_1', '--status', 'paused'],
    ['delivery', 'rotate-secret', 'chan_1'],
    ['monitors', 'pause', 'mon_1'],
  ])('%s %s %s does not', async (...args) => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    expect((await cli(args, { env })).code).toBe(7);
  });

  it('monitors edit without flags names them', async () => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    const { code, stderr } = await cli(['monitors', 'edit', 'mon_1'], { env });
    expect(code).toBe(2);
    expect(failureIn(stderr)).toMatchObject({
      error: 'missing_argument',
      message: expect.stringMatching(/--title, --every, .*--quiet-hours/),
      hint: expect.stringContaining('$EDITOR'),
    });
  });
});
