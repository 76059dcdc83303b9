import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../../helpers/cli.ts';
import { envFor, testServer } from '../../helpers/server.ts';
import { onTerminal, type Reply } from '../../helpers/terminal.ts';
import { hasTool, toolNote } from '../../helpers/tools.ts';

async function withMonitors(...titles: string[]) {
  const server = await testServer();
  const env = { ...envFor(server), NO_COLOR: '1' };
  for (const title of titles) {
    await cli(['monitors', 'create', '--title', title, '--prompt', 'chip exports'], { env });
  }
  const list = async () =>
    JSON.parse((await cli(['monitors', 'list'], { env })).stdout).monitors as {
      id: string;
      title: string;
      every_minutes: number;
      status: string;
    }[];
  return { server, env, list, ids: (await list()).map(({ id }) => id) };
}

const folder = mkdtempSync(join(tmpdir(), 'newswatch-editor-'));
let editors = 0;

/** A program that changes the file like a person; `$1` is the file. */
function editor(script: string): string {
  editors += 1;
  const path = join(folder, `editor ${editors}.sh`);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o700);
  return `"${path}"`;
}

describe.runIf(hasTool('script'))(`on a terminal (with ${toolNote('script')})`, () => {
  it.each([
    ['y', 0, 0],
    ['YES', 0, 0],
    ['n', 1, 1],
    ['', 1, 1],
    ['\u0004', 1, 1],
  ])('monitors delete shows what it deletes; the answer %j', async (answer, code, left) => {
    const { env, ids, list } = await withMonitors('Chips & “cocoa”');
    const args = ['monitors', 'delete', ids[0] ?? '', '--compact'];
    const ended = await onTerminal(args, env, [['[y/N]', `${answer}\r`]]);
    expect(ended.screen).toContain(`Delete the monitor “Chips & “cocoa”” (${ids[0]})?`);
    expect(ended.screen).toContain(left === 0 ? `{"deleted":"${ids[0]}"}` : 'nothing was changed');
    expect({ code: ended.code, left: (await list()).length }).toEqual({ code, left });
  });

  it('several monitors are listed in one question', async () => {
    const { env, ids, list } = await withMonitors('Chips', 'Cocoa', 'Ships');
    const args = ['monitors', 'delete', ...ids.slice(0, 2), 'mon_x'];
    const { code, screen } = await onTerminal(args, env, [['[y/N]', 'y\r']]);
    expect(screen).toContain('\nQueued deliveries stop; alerts stay listed. [y/N] ');
    expect(screen).toContain(
      `Delete 3 monitors?\n  “Chips” (${ids[0]})\n  “Cocoa” (${ids[1]})\n  mon_x\n`,
    );
    expect(code).toBe(5);
    expect(await list()).toMatchObject([{ title: 'Ships' }]);
  });

  it('--yes, --dry-run and CI ask nothing', async () => {
    const { env, ids, list } = await withMonitors('Chips');
    const pause = ['monitors', 'pause-all'];
    expect((await onTerminal([...pause, '--dry-run'], env)).code).toBe(0);
    const inCi = await onTerminal(pause, { ...env, CI: '1' });
    expect(inCi).toMatchObject({ code: 2, screen: expect.stringContaining('--yes is required') });
    expect(await list()).toMatchObject([{ status: 'active' }]);
    expect((await onTerminal([...pause, '--yes'], env)).code).toBe(0);
    expect(await list()).toMatchObject([{ status: 'paused' }]);
    expect((await onTerminal(['monitors', 'delete', ids[0] ?? '', '--yes'], env)).code).toBe(0);
  });

  it('the time in which a person answers does not count as --timeout', async () => {
    const { env, ids } = await withMonitors('Chips');
    const args = ['--timeout', '3', 'monitors', 'delete', ids[0] ?? ''];
    const { code } = await onTerminal(args, env, [['[y/N]', 'y\r', 4000]]);
    expect(code).toBe(0);
  });

  it('Ctrl+C at a question ends the command', async () => {
    const { env, ids, list } = await withMonitors('Chips');
    const args = ['monitors', 'delete', ids[0] ?? ''];
    const { code, screen } = await onTerminal(args, env, [['[y/N]', '\u0003']]);
    expect(code).toBe(130);
    expect(screen).toMatch(/\^C\nnewswatch: interrupted by SIGINT; nothing was sent\n/);
    expect(await list()).toHaveLength(1);
  });

  describe('monitors edit', () => {
    const edit = async (script: string, replies: Reply[] = [], flags: string[] = []) => {
      const { env, ids, list } = await withMonitors('Chips');
      const args = ['monitors', 'edit', ids[0] ?? '', '--compact', ...flags];
      const ended = await onTerminal(args, { ...env, EDITOR: editor(script) }, replies);
      const [monitor] = await list();
      return { ...ended, monitor };
    };

    it('sends only what was changed', async () => {
      const change = `cp "$1" '${folder}/seen'; sed -i 's/"every_minutes": 60/"every_minutes": 45/' "$1"`;
      const { code, monitor } = await edit(change);
      expect({ code, monitor }).toMatchObject({ code: 0, monitor: { every_minutes: 45 } });
      expect(Object.keys(JSON.parse(readFileSync(join(folder, 'seen'), 'utf8')))).toEqual([
        ...['title', 'every_minutes', 'include_sources', 'exclude_sources', 'include_languages'],
        ...['exclude_languages', 'exclude_words', 'min_relevance', 'quiet_hours'],
      ]);
      const dry = await edit(`sed -i 's/Chips/Cocoa/' "$1"`, [], ['--dry-run']);
      expect(dry.screen).toContain('"body":{"title":"Cocoa"}');
      expect(dry.monitor).toMatchObject({ title: 'Chips' });
    });

    it('sends nothing if nothing was changed, or the editor fails', async () => {
      expect(await edit('true')).toMatchObject({
        code: 0,
        screen: 'newswatch: nothing was changed, so nothing was sent\n',
      });
      const failed = await edit('exit 3');
      expect(failed.code).toBe(1);
      expect(failed.screen).toContain('ended with exit code 3');
      expect((await edit('rm "$1"')).screen).toContain('the edited file cannot be read');
    });

    it('shows invalid text again, and keeps it if the person gives up', async () => {
      const fixing = `test -e '${folder}/second' && { sed -i 's/oops/30/' "$1"; exit; }; touch '${folder}/second'; sed -i 's/60/oops/' "$1"`;
      const fixed = await edit(fixing, [['[Y/n]', '\r']]);
      expect(fixed.screen).toContain('newswatch: the text is not valid JSON');
      expect(fixed).toMatchObject({ code: 0, monitor: { every_minutes: 30 } });

      const kept = await edit(`sed -i 's/60/3/' "$1"`, [['[Y/n]', 'n\r']]);
      expect(kept).toMatchObject({ code: 1, monitor: { every_minutes: 60 } });
      expect(kept.screen).toContain('every_minutes must be a whole number from 5');
      expect(kept.screen).toContain('Change it with flags instead');
      const left = await edit(`sed -i 's/60/3/' "$1"`, [['[Y/n]', '\u0004']]);
      expect(left).toMatchObject({ code: 1, monitor: { every_minutes: 60 } });
      const [, path = ''] = /your text is in (\S+)/.exec(kept.screen) ?? [];
      expect(readFileSync(path, 'utf8')).toContain('"every_minutes": 3,');
    });

    it('Ctrl-C is for the editor, which the command waits for', async () => {
      const script = `trap 'echo caught' INT; echo ready; until read -r key; do :; done; sed -i 's/60/45/' "$1"`;
      const { code, screen, monitor } = await edit(script, [
        ['ready', '\u0003', 100],
        ['caught', '\u0003', 100],
        ['caught', 'q\r', 500],
      ]);
      expect(screen).toContain('caught');
      expect({ code, monitor }).toMatchObject({ code: 0, monitor: { every_minutes: 45 } });
    });

    it('Ctrl-C that ends the editor sends nothing, and keeps a changed text', async () => {
      const script = `sed -i 's/60/45/' "$1"; echo ready; sleep 60`;
      const { code, screen, monitor } = await edit(script, [['ready', '\u0003', 100]]);
      expect({ code, monitor }).toMatchObject({ code: 130, monitor: { every_minutes: 60 } });
      expect(screen).toContain('interrupted by SIGINT; nothing was sent');
      const [, path = ''] = /your text is in (\S+)/.exec(screen) ?? [];
      expect(readFileSync(path, 'utf8')).toContain('"every_minutes": 45,');
    });

    it.each(['exit 130', 'kill -INT $$'])(
      'an editor that ends with "%s" was interrupted, whoever got the signal first',
      async (ending) => {
        const { code, screen, monitor } = await edit(`sed -i 's/60/45/' "$1"; ${ending}`);
        expect({ code, monitor }).toMatchObject({ code: 130, monitor: { every_minutes: 60 } });
        expect(screen).toContain('interrupted by SIGINT; nothing was sent');
      },
    );

    it('keeps a text that the service rejects', async () => {
      const contradiction = `sed -i 's/"\\(include\\|exclude\\)_languages": \\[\\]/"\\1_languages": ["en"]/' "$1"`;
      const { code, screen } = await edit(contradiction);
      expect(code).toBe(1);
      expect(screen).toContain('invalid_request');
      const [, path = ''] = /your text is in (\S+)/.exec(screen) ?? [];
      expect(existsSync(path)).toBe(true);
    });
  });
});
