import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { exitCode } from '../../../src/cli/errors/exit-code.ts';
import { descriptionOf, runnable } from '../../../src/cli/help/command-description.ts';
import { manPage } from '../../../src/cli/help/man-page.ts';
import { cli } from '../../helpers/cli.ts';
import { programTree } from '../../helpers/program.ts';
import { hasTool, toolNote } from '../../helpers/tools.ts';

const program = await descriptionOf(await programTree());
const path = manifest.man.join();

/** The rendered page without bold and underline. */
function rendered(): string {
  const env = { ...process.env, MANWIDTH: '200', MAN_KEEP_FORMATTING: '', LC_ALL: 'C.UTF-8' };
  return execFileSync('man', ['-l', path], { env }).toString();
}

describe('the man page', () => {
  it('in the package equals the output of newswatch man', async () => {
    expect((await cli(['man'])).stdout).toBe(gunzipSync(readFileSync(path)).toString());
  });

  it('does not depend on the machine that built it', () => {
    const [page, elsewhere] = [process.env['HOME'], '/somewhere/else'].map((home) => {
      const { HOME: _, ...env } = process.env;
      const made = spawnSync(process.execPath, ['dist/cli.cjs', 'man'], {
        env: { ...env, HOME: home, XDG_DATA_HOME: home },
      });
      return made.stdout.toString();
    });
    expect(elsewhere).toBe(page);
  });

  it.runIf(hasTool('man'))(`is rendered by ${toolNote('man')} without warnings`, () => {
    const { stderr, status } = spawnSync('man', ['-l', '--warnings=w', path], {
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    expect({ stderr: stderr.toString(), status }).toEqual({ stderr: '', status: 0 });
  });

  it.runIf(hasTool('man'))('contains every command, flag, example and exit status', () => {
    const text = rendered();
    for (const { words, flags, examples } of runnable(program)) {
      expect(text).toContain(`   newswatch ${words.join(' ')}`);
      for (const example of examples) expect(text).toContain(`$ newswatch ${example}\n`);
      for (const { flag } of flags) expect(text).toContain(flag);
    }
    for (const code of Object.values(exitCode))
      expect(text).toMatch(new RegExp(`^ {7}${code} `, 'm'));
    for (const { flag } of program.flags) expect(text).toContain(flag);
  });

  it.runIf(hasTool('man'))('escapes characters that are special in roff', () => {
    const odd = `.TH 'quoted' back\\slash -- --dash ~ ^ \`tick\` "double" …`;
    const page = manPage({
      ...program,
      subcommands: [
        { ...program, words: ['odd'], subcommands: [], examples: [odd], description: odd },
      ],
    });
    // Systems differ in whether they render a hyphen as a minus sign.
    expect(page).toContain('\\-\\- \\-\\-dash');
    const args = ['-l', '--warnings=w', '-'];
    const env = { ...process.env, MANWIDTH: '200', LC_ALL: 'C.UTF-8' };
    const { stdout, stderr } = spawnSync('man', args, { input: page, env });
    expect(stderr.toString()).toBe('');
    expect(stdout.toString()).toContain(`       ${odd}\n`);
    expect(stdout.toString()).toContain(`           $ newswatch ${odd}\n`);
  });
});
