import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { project } from '../helpers/documents.ts';
import { pollUntil } from '../helpers/eventually.ts';
import { addProgram, workFolder } from '../helpers/examples.ts';
import { runJob } from '../helpers/github-runner.ts';

const fixture = {
  accounts: [{ id: 'ci', plan: 'active', keys: ['nw_key_for_ci'] }],
  news: [{ id: 'one', title: 'Chip exports resume' }],
};

/** Runs the action, and then `after` as a step with its outputs. */
async function run(
  inputs: Record<string, string>,
  after = 'true',
  { folder = workFolder(), uses = './node_modules/newswatch' } = {},
) {
  writeFileSync(join(folder, 'fixture.json'), JSON.stringify(fixture));
  const steps = [{ id: 'newswatch', uses, with: inputs }, { run: after }];
  const result = await runJob(folder, { steps });
  const { pid = '' } = result.outputs['newswatch'] ?? {};
  if (pid !== '') {
    onTestFinished(() => {
      process.kill(Number(pid));
    });
  }
  return result;
}

describe('the action', () => {
  it('starts the server of the package and gives its address and key to later steps', async () => {
    const search = 'newswatch news search "chip exports" --compact';
    const { code, log, env, outputs } = await run({ fixture: 'fixture.json' }, search);
    expect(code, log).toBe(0);
    expect(log).toContain('Chip exports resume');
    const { 'base-url': baseUrl, 'api-key': apiKey, log: logFile } = outputs['newswatch'] ?? {};
    expect(env).toEqual({ SERVICE_BASE_URL: baseUrl, SERVICE_API_KEY: apiKey });
    expect(apiKey).toBe('nw_key_for_ci');
    expect(existsSync(logFile ?? '')).toBe(true);
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
  });

  it('masks the key and prints it nowhere else', async () => {
    const { log } = await run({ fixture: 'fixture.json' });
    expect(log.split('\n').filter((line) => line.includes('nw_key_for_ci'))).toEqual([
      '::add-mask::nw_key_for_ci',
    ]);
  });

  it('passes sample news, further flags and the speed of the clock to the server', async () => {
    const flags = '--fault news.latest=429:1 --latency 1';
    const inputs = { sample: 'true', flags, 'clock-rate': '60', environment: 'false' };
    const { code, log, env, outputs } = await run(inputs);
    expect(code, log).toBe(0);
    expect(env).toEqual({});
    const { 'base-url': baseUrl, 'api-key': apiKey } = outputs['newswatch'] ?? {};
    const headers = { authorization: `Bearer ${apiKey}` };
    const status = async () => (await fetch(`${baseUrl}/api/v1/news/latest`, { headers })).status;
    expect([await status(), await status()]).toEqual([429, 200]);
  });

  it('stops the server with its pid', async () => {
    const folder = workFolder();
    const steps = [
      { id: 'newswatch', uses: './node_modules/newswatch' },
      { run: `kill $${'{{ steps.newswatch.outputs.pid }}'}` },
    ];
    const { code, log, outputs } = await runJob(folder, { steps });
    expect(code, log).toBe(0);
    const address = outputs['newswatch']?.['base-url'] ?? '';
    const isRefused = () =>
      fetch(address).then(
        () => false,
        () => true,
      );
    await pollUntil(isRefused, 20_000);
  });

  it('fails if the fixture cannot be read', async () => {
    const { code, log, outputs } = await run({ fixture: 'missing.json' });
    expect(code).toBe(1);
    expect(log).toContain('missing.json');
    expect(log).toContain('::error title=newswatch::The fixture missing.json cannot be read');
    expect(outputs['newswatch']?.['base-url']).toBe('');
  });

  it('fails with the log of a server that does not accept its flags', async () => {
    const { code, log } = await run({ flags: '--nonsense' });
    expect(code).toBe(1);
    expect(log).toContain('--nonsense');
    expect(log).toContain('::error title=newswatch::The server did not start');
  });

  it('rejects inputs that are not valid, instead of running them', async () => {
    const { code } = await run({ port: '0; touch injected', flags: '$(touch injected)' });
    expect(code).toBe(1);
    const folder = workFolder();
    await run({ flags: '`touch injected`' }, 'true', { folder });
    expect(existsSync(join(folder, 'injected'))).toBe(false);
  });

  it.each([
    ['the version that is asked for', { version: 'next' }, 'newswatch@next'],
    ['its own version if the package is not built', {}, 'newswatch@1.1.1'],
  ])('runs %s from npm', async (_, inputs, expected) => {
    const folder = workFolder();
    mkdirSync(join(folder, 'checkout'));
    for (const name of ['action.yml', 'package.json'])
      symlinkSync(join(project, name), join(folder, 'checkout', name));
    addProgram(folder, 'npx', 'echo "$2" > npx.txt; shift 2; exec newswatch "$@"');
    const command = 'cat npx.txt';
    const { code, log } = await run(inputs, command, { folder, uses: './checkout' });
    expect(code, log).toBe(0);
    expect(log.trimEnd().split('\n').at(-1)).toBe(expected);
  });
});
