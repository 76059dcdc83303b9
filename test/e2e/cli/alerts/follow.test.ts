import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, cli } from '../../../helpers/cli.ts';
import { envFor } from '../../../helpers/server.ts';
import { alertSource } from './alert-source.ts';
import { follow } from './following.ts';

const longAgo = ['--since', '2020-01-01T00:00:00Z'];

const runsOf = (alerts: readonly { run_id: string }[]) => alerts.map(({ run_id }) => run_id);

describe('alerts list --follow', () => {
  it('prints new alerts once, oldest first', async () => {
    const { server, makeAlerts } = await alertSource();
    await makeAlerts(2);
    const follower = follow(server);
    expect(await follower.note()).toMatch(/^newswatch: following alerts from 2026-11-20T12:00:02/);
    for (const count of [1, 3, 2]) {
      const runs = await makeAlerts(count);
      expect(runsOf(await follower.alerts(count))).toEqual(runs);
    }
  });

  it('starts with the first alert ever created', async () => {
    const { server, makeAlerts } = await alertSource();
    const follower = follow(server);
    expect(await follower.note()).toBe('newswatch: following alerts');
    const runs = await makeAlerts(1);
    expect(runsOf(await follower.alerts(1))).toEqual(runs);
  });

  it('reads all pages since --since, then continues', async () => {
    const { server, makeAlerts } = await alertSource();
    const runs = await makeAlerts(230);
    const follower = follow(server, longAgo);
    expect(runsOf(await follower.alerts(230))).toEqual(runs);
    const later = await makeAlerts(2);
    expect(runsOf(await follower.alerts(2))).toEqual(later);
  });

  it('prints alerts as alerts list does', async () => {
    const { server, client, makeAlerts } = await alertSource();
    await makeAlerts(1);
    const { alerts } = await client.alerts.list();
    expect(await follow(server, longAgo).alerts(1)).toEqual(alerts);
  });

  it('works with --local', async () => {
    const { child, note, stop } = follow({ baseUrl: '' }, ['--local'], { SERVICE_BASE_URL: '' });
    expect(await note()).toBe('newswatch: following alerts');
    expect(child.exitCode).toBeNull();
    expect(await stop('SIGINT')).toBe(130);
  });
});

describe('the end of following', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends it with %i', async (signal, code) => {
    const { server } = await alertSource();
    const follower = follow(server, ['--interval', '3600']);
    await follower.note();
    expect(await follower.stop(signal)).toBe(code);
    expect(await follower.line()).toBeUndefined();
  });

  it('exits 0 when the reader closes the pipe, even without further alerts', async () => {
    const { server, makeAlerts } = await alertSource();
    const runs = await makeAlerts(3);
    const line = `"${process.execPath}" "${binary}" alerts list --follow ${longAgo.join(' ')} | head -1; echo "$PIPESTATUS"`;
    const options = { env: cleanEnv(envFor(server)) };
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line], options);
    const [alert = '', code] = stdout.split('\n');
    expect(JSON.parse(alert)).toMatchObject({ run_id: runs[0] });
    expect({ code, stderr }).toEqual({ code: '0', stderr: expect.stringMatching(/^.*\n$/) });
  });

  it('exits 0 when the reader closes the pipe before the first alert', async () => {
    const { server } = await alertSource();
    const follower = follow(server);
    await follower.note();
    follower.child.stdout.destroy();
    expect(await follower.ended()).toBe(0);
  });

  it('probes are whitespace to a JSON parser', async () => {
    const { server, makeAlerts } = await alertSource();
    const runs = await makeAlerts(1);
    const { child, rawLine } = follow(server, longAgo);
    expect(await rawLine()).toMatch(/^ *\{.*\}$/);
    expect(String(await once(child.stdout, 'data'))).toBe(' ');
    runs.push(...(await makeAlerts(1)));
    const second = (await rawLine()) ?? '';
    expect(second).toMatch(/^ +\{.*\}$/);
    expect(JSON.parse(second)).toMatchObject({ run_id: runs[1] });
  });
});

describe('invalid flags', () => {
  const base = ['alerts', 'list'];
  it.each([
    [['--bookmark', 'desk'], '--bookmark requires --follow'],
    [['--interval', '5'], '--interval requires --follow'],
    [['--follow', '--limit', '3'], "'--limit <n>'"],
    [['--follow', '--until', '24h'], "'--until <time>'"],
    [['--follow', '--since', 'soon'], '--since must be'],
    [['--follow', '--interval', '0'], '--interval must be seconds from 0.1 to 86400'],
    [['--follow', '--interval', '1e3'], '--interval must be'],
    [['--follow', '--bookmark', '../desk'], '--bookmark must be'],
    [['--follow', '--bookmark', '..'], '--bookmark must be'],
    [['--follow', '--bookmark', ''], '--bookmark must be'],
  ])('%j exits 2 and names the flag', async (args, message) => {
    const { code, stdout, stderr } = await cli([...base, ...args], {
      env: { SERVICE_BASE_URL: 'http://127.0.0.1:9', SERVICE_API_KEY: 'nw_key' },
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ message: expect.stringContaining(message) });
  });
});
