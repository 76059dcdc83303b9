import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../../helpers/cli.ts';
import { envFor } from '../../../helpers/server.ts';
import { alertSource } from './alert-source.ts';
import { follow } from './following.ts';

const kills = 12;

let dataHome: string;
beforeEach(async () => {
  dataHome = await mkdtemp(join(tmpdir(), 'newswatch-bookmark-'));
});
const folder = () => join(dataHome, 'newswatch', 'bookmarks');

function followDesk(baseUrl: { baseUrl: string }, ...args: string[]) {
  return follow(baseUrl, ['--bookmark', 'desk', ...args], { XDG_DATA_HOME: dataHome });
}

const runsOf = (alerts: readonly { run_id: string }[]) => alerts.map(({ run_id }) => run_id);

describe('--bookmark', () => {
  it('continues after the last printed alert, regardless of --since', async () => {
    const { server, makeAlerts } = await alertSource();
    const first = followDesk(server);
    await first.note();
    const runs = await makeAlerts(2);
    expect(runsOf(await first.alerts(2))).toEqual(runs);
    expect(await first.stop('SIGTERM')).toBe(143);
    const missed = await makeAlerts(3);
    const second = followDesk(server, '--since', '2020-01-01T00:00:00Z');
    expect(runsOf(await second.alerts(3))).toEqual(missed);
  });

  it('saves the start before the first alert', async () => {
    const { server, makeAlerts } = await alertSource();
    await makeAlerts(1);
    const first = followDesk(server);
    await first.note();
    await first.stop('SIGKILL');
    const missed = await makeAlerts(1);
    expect(runsOf(await followDesk(server).alerts(1))).toEqual(missed);
  });

  it('does not advance when stdout is closed', async () => {
    const { server, makeAlerts } = await alertSource();
    const first = followDesk(server);
    await first.note();
    first.child.stdout.destroy();
    const runs = await makeAlerts(2);
    expect(await first.ended()).toBe(0);
    expect(runsOf(await followDesk(server).alerts(2))).toEqual(runs);
  });

  it('rejects a bookmark of another service', async () => {
    const { server } = await alertSource();
    const first = followDesk(server);
    await first.note();
    await first.stop('SIGTERM');
    const other = { baseUrl: 'http://127.0.0.1:9' };
    const args = ['alerts', 'list', '--follow', '--bookmark', 'desk'];
    const env = { ...envFor(other), XDG_DATA_HOME: dataHome };
    const { code, stderr } = await cli(args, { env });
    expect(code).toBe(2);
    expect(failureIn(stderr)).toMatchObject({
      error: 'other_service',
      message: expect.stringContaining(`for ${server.baseUrl}, not for ${other.baseUrl}`),
    });
  });

  it('keeps separate positions for separate names', async () => {
    const { server, makeAlerts } = await alertSource();
    const follower = followDesk(server);
    await follower.note();
    const runs = await makeAlerts(1);
    await follower.alerts(1);
    const other = ['--bookmark', 'other', '--since', '2020-01-01T00:00:00Z'];
    const later = follow(server, other, { XDG_DATA_HOME: dataHome });
    expect(runsOf(await later.alerts(1))).toEqual(runs);
    expect(await readdir(folder())).toEqual(expect.arrayContaining(['desk.json', 'other.json']));
  });

  it(`over ${kills} times kill -9 nothing is lost, and a kill repeats one alert at most`, async () => {
    const { server, makeAlerts } = await alertSource();
    const made: string[] = [];
    const printed: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const follower = followDesk(server, '--since', '2020-01-01T00:00:00Z');
      made.push(...(await makeAlerts(8)));
      // After another alert each time; the timing within it varies.
      const alerts = await follower.alerts(1 + (kill % 8));
      await follower.stop('SIGKILL');
      const runs = runsOf([...alerts, ...(await follower.rest())]);
      expect(new Set(runs).size).toBe(runs.length);
      printed.push(...runs);
    }
    const follower = followDesk(server);
    await follower.note();
    made.push(...(await makeAlerts(1)));
    while (printed.at(-1) !== made.at(-1)) printed.push(...runsOf(await follower.alerts(1)));
    expect([...new Set(printed)].sort()).toEqual(made.sort());
    expect(printed.length - made.length).toBeLessThanOrEqual(kills);
  });
});

describe('a damaged bookmark', () => {
  async function followWith(content: string | Buffer) {
    await mkdir(folder(), { recursive: true });
    const path = join(folder(), 'desk.json');
    await writeFile(path, content);
    const args = ['alerts', 'list', '--follow', '--bookmark', 'desk'];
    const env = { ...envFor({ baseUrl: 'http://127.0.0.1:9' }), XDG_DATA_HOME: dataHome };
    const { code, stdout, stderr } = await cli(args, { env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(await readFile(path)).toEqual(Buffer.from(content));
    return { path, failure: failureIn(stderr) };
  }

  it.each([
    ['empty', ''],
    ['truncated', '{"since":"2026-11-20T12:00:00Z","seen":['],
    ['no JSON', Buffer.from([0, 255, 0, 1])],
    ['of another shape', '{"since":1,"seen":[]}'],
    ['without its time', '{"since":"yesterday","seen":[]}'],
    ['null', 'null'],
  ])('%s: exits 2 with the path and a hint and does not change the file', async (_, content) => {
    const { path, failure } = await followWith(content);
    expect(failure).toMatchObject({
      error: 'bad_bookmark',
      message: `the bookmark ${path} is invalid or damaged`,
      hint: expect.stringContaining('Delete the file'),
    });
  });

  it('reports a folder at its path', async () => {
    await mkdir(join(folder(), 'desk.json'), { recursive: true });
    const args = ['alerts', 'list', '--follow', '--bookmark', 'desk'];
    const env = { ...envFor({ baseUrl: 'http://127.0.0.1:9' }), XDG_DATA_HOME: dataHome };
    const { code, stderr } = await cli(args, { env });
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain(
      'desk.json cannot be read: is a directory (EISDIR)',
    );
  });
});
