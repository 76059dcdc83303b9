import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';
import { envOf, serve } from '../../helpers/serve.ts';
import { envFor, testServer, unpaidKey } from '../../helpers/server.ts';
import { onTerminal } from '../../helpers/terminal.ts';
import { hasTool, toolNote } from '../../helpers/tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'newswatch-pager-'));
let pagers = 0;

/** A pager that is a shell script, and the file to which it can write what it reads. */
function pager(script: string) {
  pagers += 1;
  const path = join(folder, `pager ${pagers}.sh`);
  const shown = join(folder, `shown ${pagers}`);
  writeFileSync(path, `#!/bin/sh\n${script.replaceAll('$SHOWN', `"${shown}"`)}\n`);
  chmodSync(path, 0o700);
  return { command: `"${path}"`, shown: () => readFileSync(shown, 'utf8') };
}

const overview = ['account', 'overview'];
const tee = () => pager('echo "LESS=$LESS LV=$LV"; cat > $SHOWN; echo paged');
/** More than a pipe holds. */
const large = ['schema', '--openapi'];

it('PAGER, --pager and the setting change nothing without a terminal', async () => {
  const env = envFor(await testServer());
  const { stdout } = await cli([...overview], { env });
  // A pager would fail with a warning.
  const paged = { ...env, NEWSWATCH_PAGER: 'false', PAGER: 'false' };
  const ended = await cli([...overview, '--pager'], { env: paged });
  expect(ended).toMatchObject({ code: 0, stdout, stderr: '' });
});

it('--pager is not for files and followed alerts', async () => {
  for (const flags of [
    ['--output', join(folder, 'alerts.json')],
    ['--follow', '--bookmark', 'b'],
  ]) {
    const { code, stderr } = await cli(['alerts', 'list', '--pager', ...flags]);
    expect(code).toBe(2);
    expect(failureIn(stderr)).toMatchObject({ error: 'conflicting_option' });
  }
});

it('config saves a pager that is not empty', async () => {
  const env = { XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'newswatch-pager-')) };
  expect((await cli(['config', 'set', 'pager', ' '], { env })).code).toBe(2);
  expect((await cli(['config', 'set', 'pager', 'less -R'], { env })).code).toBe(0);
  const { stdout } = await cli(['config', 'get', 'pager'], {
    env: { ...env, NEWSWATCH_PAGER: 'more', PAGER: 'most' },
  });
  expect(JSON.parse(stdout)).toEqual({
    name: 'pager',
    value: 'more',
    source: 'NEWSWATCH_PAGER',
    overrides: [{ value: 'less -R', source: 'config file' }],
  });
});

describe.runIf(hasTool('script'))(`on a terminal (with ${toolNote('script')})`, () => {
  it('PAGER is used only with --pager', async () => {
    const { command, shown } = tee();
    const env = { ...envFor(await testServer()), PAGER: command, NO_COLOR: '1' };
    const { screen } = await onTerminal([...overview], env);
    expect(screen).not.toContain('paged');
    const paged = await onTerminal([...overview, '--pager'], env);
    expect(paged).toEqual({ code: 0, screen: 'LESS=FRX LV=-c\npaged\n' });
    expect(shown()).toBe(screen);
  });

  it('the setting and NEWSWATCH_PAGER turn it on, and cat turns it off', async () => {
    const { command, shown } = tee();
    const home = mkdtempSync(join(tmpdir(), 'newswatch-pager-'));
    const env = { ...envFor(await testServer()), XDG_CONFIG_HOME: home, LESS: 'X' };
    await cli(['config', 'set', 'pager', command], { env });
    expect((await onTerminal([...overview], env)).screen).toBe('LESS=X LV=-c\npaged\n');
    // Colors are those of a terminal.
    expect(shown()).toContain('\u001b[34m"');
    const off = await onTerminal([...overview], { ...env, NEWSWATCH_PAGER: 'cat' });
    expect(off.screen).toBe(shown());
    await cli(['config', 'unset', 'pager'], { env });
    const on = await onTerminal([...overview], { ...env, NEWSWATCH_PAGER: command });
    expect(on.screen).toContain('paged');
  });

  it('a table is not cut, and a list of several pages is shown at once', async () => {
    const { command, shown } = tee();
    const env = { ...envFor(await testServer()), PAGER: command, NO_COLOR: '1' };
    const latest = ['news', 'latest', '--limit', '120', '--no-progress'];
    const { screen } = await onTerminal([...latest, '-f', 'table', '--pager', '--utc'], env);
    expect(screen).toBe('LESS=FRSX LV=-c\npaged\n');
    expect(shown().split('\n')).toHaveLength(122);
    expect(shown()).not.toContain('…');
    expect(shown()).toMatch(/^title +source +publication_date +url\n/);
    for (const format of ['jsonl', 'csv']) {
      await onTerminal([...latest, '-f', format, '--pager'], env);
      expect(shown()).toBe((await cli([...latest, '-f', format], { env })).stdout);
    }
  });

  it.each(['/nowhere/pager', 'false', 'kill -TERM $$'])(
    'if the pager %j is missing or fails, the output is printed with a warning',
    async (command) => {
      const env = { ...envFor(await testServer()), NO_COLOR: '1' };
      const { screen } = await onTerminal([...overview], env);
      const { code, screen: fallback } = await onTerminal([...overview], {
        ...env,
        NEWSWATCH_PAGER: command,
      });
      expect(code).toBe(0);
      expect(fallback).toContain(`newswatch: warning: the pager ${JSON.stringify(command)} `);
      expect(fallback.endsWith(screen)).toBe(true);
      const table = ['news', 'latest', '-f', 'table', '--local'];
      const { screen: unpaged } = await onTerminal(table, {});
      const { screen: fitted } = await onTerminal(table, { NEWSWATCH_PAGER: command });
      expect(fitted.endsWith(unpaged)).toBe(true);
      expect(unpaged).toContain('…');
    },
  );

  it('a pager may end early', async () => {
    const { command } = pager('head -1; exec 0<&-; sleep 0.2; echo quit');
    const ended = await onTerminal([...large, '--pager'], { PAGER: command, NO_COLOR: '1' });
    expect(ended).toEqual({ code: 0, screen: '{\nquit\n' });
  });

  it('the exit code is that of the command, and an error is not paged', async () => {
    const { command } = tee();
    const server = await testServer();
    const env = { ...envFor(server), NEWSWATCH_PAGER: command };
    const empty = await onTerminal(['briefings', 'list', '--exit-status'], env);
    expect(empty.code).toBe(9);
    expect(empty.screen).toContain('paged');
    const refused = await onTerminal(['news', 'latest'], { ...env, ...envFor(server, unpaidKey) });
    expect(refused.code).toBe(3);
    expect(refused.screen).not.toContain('paged');
  });

  it('what is printed as it arrives is not paged', async () => {
    const { command } = tee();
    const server = await testServer();
    const env = { ...envFor(server), NEWSWATCH_PAGER: command, NO_COLOR: '1' };
    const paused = await onTerminal(['monitors', 'pause', 'mon_a', 'mon_b'], env);
    expect(paused.screen).toContain('{"id":"mon_a","error":');
    expect(paused.screen).not.toContain('paged');
    const refused = await onTerminal(['monitors', 'pause', 'mon_a', 'mon_b', '--pager'], env);
    expect(refused.code).toBe(2);
    expect(refused.screen).toContain('--pager cannot be used with several ids');
    const listen = ['webhook', 'listen', '--connect', '--count', '1', '--timeout', '1'];
    const local = await serve('--data', ':memory:', '--allow-private-webhooks');
    const heard = await onTerminal(listen, { ...env, ...envOf(local.ready) });
    expect(heard.code).toBe(9);
    expect(heard.screen).not.toContain('paged');
  });

  it('Ctrl-C is for the pager, which the command waits for', async () => {
    const { command } = pager(
      "trap 'echo caught' INT; head -1; echo ready; until read -r key < /dev/tty; do :; done; cat | tail -1",
    );
    const env = { PAGER: command, NO_COLOR: '1' };
    const { code, screen } = await onTerminal([...large, '--pager'], env, [
      ['ready', '\u0003', 100],
      ['caught', '\u0003', 100],
      ['caught', 'q\r', 500],
    ]);
    expect(screen).toMatch(/caught[\s\S]*caught[\s\S]*\n\}\n$/);
    expect(code).toBe(0);
  });

  it('a pager that Ctrl-C ends is not a failure', async () => {
    const { command } = pager('echo ready; sleep 60');
    const env = { PAGER: command, NO_COLOR: '1' };
    const { code, screen } = await onTerminal(['config', 'list', '--pager'], env, [
      ['ready', '\u0003', 100],
    ]);
    expect({ code, screen }).toEqual({ code: 0, screen: 'ready\n^C' });
  });

  it('a pager that ends by SIGINT was interrupted, whoever got the signal first', async () => {
    const { command } = pager('cat > /dev/null; kill -INT $$');
    const env = { PAGER: command, NO_COLOR: '1' };
    const { code, screen } = await onTerminal(['config', 'list', '--pager'], env);
    expect({ code, screen }).toEqual({ code: 0, screen: '' });
  });
});

describe.runIf(hasTool('script') && hasTool('less'))(`with ${toolNote('less')}`, () => {
  it('a large output is shown from its start, and q ends it', async () => {
    const env = { TERM: 'xterm', NO_COLOR: '1', PAGER: '' };
    const { code, screen } = await onTerminal([...large, '--pager'], env, [['"openapi"', 'q']]);
    expect(code).toBe(0);
    expect(screen).not.toContain('warning');
    expect(screen.length).toBeLessThan(20_000);
  });
});
