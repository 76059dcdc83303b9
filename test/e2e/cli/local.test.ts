import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { Database } from '../../../src/storage/database.ts';
import { cli, failureIn } from '../../helpers/cli.ts';

let dataHome: string;
beforeEach(async () => {
  dataHome = await mkdtemp(join(tmpdir(), 'newswatch-local-'));
});

const local = (args: readonly string[], env: Record<string, string> = {}) =>
  cli(['--local', ...args], { env: { XDG_DATA_HOME: dataHome, ...env } });

it('uses the bundled server without an API key or base URL', async () => {
  const { code, stdout } = await local(['news', 'search', 'chip exports']);
  expect(code).toBe(0);
  expect((JSON.parse(stdout) as { items: object[] }).items.length).toBeGreaterThan(3);
});

it('keeps its data between runs, with a private key', async () => {
  const { stdout } = await local(['monitors', 'create', '--prompt', 'cocoa']);
  const { id } = JSON.parse(stdout) as { id: string };
  expect(JSON.parse((await local(['monitors', 'list'])).stdout)).toMatchObject({
    monitors: [{ id }],
  });
  const path = join(dataHome, 'newswatch', 'local', 'api-key');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(stdout).not.toContain(await readFile(path, 'utf8'));
});

it('names the pricing page of newswatch serve, because its own ends with the command', async () => {
  const { stdout } = await local(['account', 'overview']);
  const { plan } = JSON.parse(stdout) as { plan: { status: string; url: string } };
  expect(plan).toEqual({ status: 'active', url: 'http://127.0.0.1:8787/pricing' });
});

it('works in several processes at once on first use', async () => {
  const runs = await Promise.all(Array.from({ length: 6 }, () => local(['usage'])));
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
});

it('keeps data that another version has written with other tables, and uses another folder', async () => {
  await local(['monitors', 'create', '--prompt', 'cocoa']);
  const folder = join(dataHome, 'newswatch', 'local');
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.db'));
  const database = Database.open(join(folder, file));
  database.script('PRAGMA application_id = 7');
  database.close();
  const first = await local(['monitors', 'list']);
  expect(JSON.parse(first.stdout)).toEqual({ monitors: [] });
  expect(first.stderr).toContain(`is kept, and this version uses ${folder}-2`);
  const { stdout } = await local(['monitors', 'create', '--prompt', 'tea']);
  const second = await local(['monitors', 'list']);
  expect(second.stderr).toBe('');
  expect(JSON.parse(second.stdout)).toMatchObject({
    monitors: [{ id: (JSON.parse(stdout) as { id: string }).id }],
  });
  expect(await readdir(folder)).toContain(file);
});

it('is never used by default', async () => {
  expect((await cli(['news', 'latest'], { env: { XDG_DATA_HOME: dataHome } })).code).toBe(2);
});

it('names its data folder if it cannot start', async () => {
  const { code, stderr } = await local(['usage'], { XDG_DATA_HOME: '/dev/null/nowhere' });
  expect(code).toBe(1);
  expect(failureIn(stderr)).toMatchObject({
    error: 'local_server',
    hint: expect.stringContaining('/dev/null/nowhere'),
  });
});
