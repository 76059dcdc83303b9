import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { cli, failureIn, type Program } from '../../helpers/cli.ts';
import { eventually } from '../../helpers/eventually.ts';
import { listen } from '../../helpers/listen.ts';
import { envOf, serveWith } from '../../helpers/serve.ts';

const secret = 'whsec_0123456789abcdef';

/** Declares a smoke test of the main features. */
export function walk(program: Program): void {
  it('prints version and help', async () => {
    const version = await cli(['--version'], { program });
    expect(version).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
    const help = await cli(['news', 'search', '--help'], { program });
    expect(help).toMatchObject({ code: 0, stdout: '' });
    expect(help.stderr).toMatch(/USAGE\n {2}newswatch news search/);
    const schema = await cli(['schema', 'news', 'search'], { program });
    expect(JSON.parse(schema.stdout).operation).toBe('news.search');
  });

  it('reports errors as JSON with an exit code', async () => {
    const { code, stdout, stderr } = await cli(['news', 'latest', '--limit', '0'], { program });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error: 'invalid_value', exit_code: 2 });
  });

  it('serves, searches and runs a batch', async () => {
    const data = await mkdtemp(join(tmpdir(), 'newswatch-walk-'));
    const server = await serveWith({ program }, '--data', data, '--sample');
    const env = envOf(server.ready);
    const search = await cli(['news', 'search', 'chip exports', '--limit', '1'], { program, env });
    expect(JSON.parse(search.stdout).items[0].title).toMatch(/chip/i);
    const batch = await cli(['news', 'search', '--batch', '-'], {
      program,
      env,
      input: 'otters\ncentral bank\n',
    });
    const lines = batch.stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).query)).toEqual(['otters', 'central bank']);
    expect(await server.end('SIGTERM')).toBe(143);
  });

  it('unpacks a library only if Node has no SQLite with what the store needs', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'newswatch-walk-'));
    const env = { XDG_CACHE_HOME: cache };
    const usage = await cli(['--local', 'usage'], { program, env });
    expect(usage).toMatchObject({ code: 0, stderr: '' });
    const script =
      "try { process.stdout.write(String('isTransaction' in new (require('node:sqlite').DatabaseSync)(':memory:'))) } catch {}";
    const { stdout } = await cli([script], { program: [program[0], '-e'] });
    expect(await readdir(cache)).toEqual(stdout === 'true' ? [] : ['newswatch']);
  });

  it('signs, receives and verifies', async () => {
    const data = await mkdtemp(join(tmpdir(), 'newswatch-walk-'));
    const file = join(data, 'secret.txt');
    await writeFile(file, secret, { mode: 0o600 });
    const given = ['--secret-file', file];
    const listener = await listen([...given, '--data', data], { program });
    const { url } = listener.ready;
    const send = ['webhook', 'send', url, ...given, '--type', 'news.alert'];
    expect(await cli(send, { program })).toMatchObject({ code: 0 });
    await eventually(() => /"news.alert".*\n/.test(listener.output.stdout));
    expect(await listener.end('SIGINT')).toBe(130);

    const input = '{"id":"evt_1","type":"webhook.test"}';
    const timestamp = String(Math.floor(Date.now() / 1000));
    const digest = createHmac('sha256', secret).update(`${timestamp}.${input}`).digest('hex');
    const headers = ['--signature', `v1=${digest}`, '--timestamp', timestamp];
    const verify = ['webhook', 'verify', ...given, ...headers, '--event-id', 'evt_1'];
    expect(await cli(verify, { program, input })).toMatchObject({ code: 0 });
    expect(await cli(verify, { program, input: `${input} ` })).toMatchObject({ code: 1 });
  });
}
