import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';
import { mockServer } from '../../helpers/mock-server.ts';
import { envFor, sharedServer, unpaidKey } from '../../helpers/server.ts';

/** A browser that saves its arguments and its environment. */
async function fakeBrowser(exitCode = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-web-'));
  const script = join(folder, 'browser.cjs');
  const opened = join(folder, 'opened.json');
  const save = `require('fs').writeFileSync(${JSON.stringify(opened)}, JSON.stringify([process.argv.slice(2), process.env]))`;
  await writeFile(script, `${save}; process.exitCode = ${exitCode};`);
  return {
    BROWSER: `'${process.execPath}' '${script}'`,
    opened: async () => JSON.parse(await readFile(opened, 'utf8')) as [string[], object],
  };
}

describe('--web', () => {
  const server = sharedServer();

  it('opens the link of a story, and prints it on stderr only', async () => {
    const { BROWSER, opened } = await fakeBrowser();
    const env = envFor(server());
    const { url } = JSON.parse((await cli(['news', 'get', 'sample-001'], { env })).stdout);
    const result = await cli(['news', 'get', 'sample-001', '--web'], { env: { ...env, BROWSER } });
    expect(result).toEqual({ code: 0, stdout: '', stderr: `Opening ${url} in the browser\n` });
    const [args, seen] = await opened();
    expect(args).toEqual([url]);
    expect(seen).not.toHaveProperty('SERVICE_API_KEY');
  });

  it.each([
    [['account', 'overview'], '/pricing'],
    [['profile', 'get'], '/settings'],
  ])('%j opens %s, also without a plan', async (args, path) => {
    const { BROWSER, opened } = await fakeBrowser();
    const env = { ...envFor(server()), SERVICE_API_KEY: unpaidKey, BROWSER };
    const { code } = await cli([...args, '--web'], { env });
    expect(code).toBe(0);
    const [[url]] = await opened();
    expect(url).toBe(`${envFor(server()).SERVICE_BASE_URL}${path}`);
  });

  it('prints plan_required, and opens nothing', async () => {
    const { BROWSER, opened } = await fakeBrowser();
    const env = { ...envFor(server()), SERVICE_API_KEY: unpaidKey, BROWSER };
    const { code, stdout } = await cli(['news', 'get', 'sample-001', '--web'], { env });
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ error: 'plan_required' });
    await expect(opened()).rejects.toThrow('ENOENT');
  });

  it('only prints the URL in CI', async () => {
    const env = { ...envFor(server()), CI: 'true' };
    const { code, stderr } = await cli(['account', 'overview', '--web'], { env });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `${envFor(server()).SERVICE_BASE_URL}/pricing\n`,
    });
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'x:y', '-h', '', null, 7])(
    'does not open %j',
    async (url) => {
      const { BROWSER, opened } = await fakeBrowser();
      const { baseUrl } = await mockServer(
        http.get('*/api/v1/news/:id', () => HttpResponse.json({ id: 'a', title: 'A', url })),
      );
      const env = { SERVICE_BASE_URL: baseUrl, SERVICE_API_KEY: 'nw_key', BROWSER };
      const { code, stderr } = await cli(['news', 'get', 'a', '--web'], { env });
      expect(code).toBe(1);
      expect(failureIn(stderr)).toMatchObject({ error: 'no_page' });
      await expect(opened()).rejects.toThrow('ENOENT');
    },
  );

  it('names the URL if the browser is missing or fails', async () => {
    const env = envFor(server());
    const missing = await cli(['account', 'overview', '--web'], {
      env: { ...env, BROWSER: 'no-such-browser' },
    });
    expect(missing.code).toBe(1);
    expect(failureIn(missing.stderr)).toMatchObject({
      error: 'no_browser',
      message: `no-such-browser is not installed; open ${env.SERVICE_BASE_URL}/pricing yourself`,
    });
    const { BROWSER } = await fakeBrowser(3);
    const failed = await cli(['account', 'overview', '--web'], { env: { ...env, BROWSER } });
    expect(failureIn(failed.stderr)['message']).toContain('exited with code 3');
  });

  it('conflicts with flags on how to print', async () => {
    const { code, stderr } = await cli(['profile', 'get', '--web', '--compact']);
    expect(code).toBe(2);
    expect(failureIn(stderr)).toMatchObject({ error: 'conflicting_option' });
  });
});
