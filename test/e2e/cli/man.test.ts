import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { exitCode } from '../../../src/cli/errors/exit-code.ts';
import { descriptionOf, runnable } from '../../../src/cli/help/command-description.ts';
import { manPage } from '../../../src/cli/help/man-page.ts';
import { cli } from '../../helpers/cli.ts';
import { programTree } from '../../helpers/program.ts';
import { hasTool, toolNote } from '../../helpers/tools.ts';

const program = descriptionOf(programTree());
const path = manifest.man;

/** What a reader sees, without the bold and the underlined. */
function rendered(): string {
  const env = { ...process.env, MANWIDTH: '200', MAN_KEEP_FORMATTING: '', LC_ALL: 'C.UTF-8' };
  return execFileSync('man', ['-l', path], { env }).toString();
}

describe('the manual page', () => {
  it('in the package is what newswatch man prints', async () => {
    expect((await cli(['man'])).stdout).toBe(readFileSync(path, 'utf8'));
  });

  it('holds nothing of the machine that it was made on', () => {
    const [page, elsewhere] = [process.env['HOME'], '/somewhere/else'].map((home) => {
      const { HOME: _, ...env } = process.env;
      const made = spawnSync(process.execPath, ['dist/cli.cjs', 'man'], {
        env: { ...env, HOME: home, XDG_DATA_HOME: home },
      });
      return made.stdout.toString();
    });
    expect(elsewhere).toBe(page);
  });

  it.runIf(hasTool('man'))(`is rendered by ${toolNote('man')} without a warning`, () => {
    const { stderr, status } = spawnSync('man', ['-l', '--warnings=w', path], {
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    expect({ stderr: stderr.toString(), status }).toEqual({ stderr: '', status: 0 });
  });

  it.runIf(hasTool('man'))('has every command, flag, example and exit status', () => {
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

  it.runIf(hasTool('man'))('shows signs that roff would read as its own', () => {
    const odd = `.TH 'quoted' back\\slash -- --dash ~ ^ \`tick\` "double" …`;
    const page = manPage({
      ...program,
      subcommands: [
        { ...program, words: ['odd'], subcommands: [], examples: [odd], description: odd },
      ],
    });
    // Some systems show a bare hyphen as the minus that it is typed as; others do not.
    expect(page).toContain('\\-\\- \\-\\-dash');
    const args = ['-l', '--warnings=w', '-'];
    const env = { ...process.env, MANWIDTH: '200', LC_ALL: 'C.UTF-8' };
    const { stdout, stderr } = spawnSync('man', args, { input: page, env });
    expect(stderr.toString()).toBe('');
    expect(stdout.toString()).toContain(`       ${odd}\n`);
    expect(stdout.toString()).toContain(`           $ newswatch ${odd}\n`);
  });
});
