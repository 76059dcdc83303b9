import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { binary, cleanEnv, cli, failureIn } from '../../helpers/cli.ts';
import { closing } from '../../helpers/closing.ts';
import { hasTool, toolNote } from '../../helpers/tools.ts';

/** A home folder with the scripts and a file to complete, but without newswatch on its PATH. */
const home = mkdtempSync(join(tmpdir(), 'newswatch-completion-'));
mkdirSync(join(home, 'work'));
writeFileSync(join(home, 'work', 'the-key.txt'), '');

/** A stand-in for the program: completes like the program and otherwise prints its arguments. */
function standIn(shell: 'bash' | 'zsh' | 'fish', complete: string): string {
  return shell === 'fish'
    ? `function newswatch; if test "$argv[1]" = __complete; ${complete} $argv; else; printf 'GOT<%s>\\n' "$argv"; end; end`
    : `newswatch() { if [ "$1" = __complete ]; then ${complete} "$@"; else printf 'GOT<%s>\\n' "$*"; fi; }`;
}

const shells = {
  bash: {
    command: 'bash --noprofile --rcfile ~/rc.bash -i',
    rc: (script: string) => `${script}\nPS1='READY>'\nbind 'set enable-bracketed-paste off'`,
  },
  zsh: {
    command: 'ZDOTDIR=~ zsh -i',
    rc: (script: string) =>
      `autoload -U compinit; compinit -u -d ~/dump\n${script}\nPS1='READY>'; unsetopt zle_bracketed_paste`,
  },
  fish: {
    command: 'fish --no-config -i -C "source ~/rc.fish"',
    rc: (script: string) =>
      `${script}\nfunction fish_prompt; printf 'READY>'; end\nfunction fish_greeting; end`,
  },
} as const;

type ShellName = keyof typeof shells;
const names = Object.keys(shells) as ShellName[];

function files(shell: ShellName, script: string, complete = `${process.execPath} ${binary}`): void {
  const rc = shells[shell].rc(`${script}\n${standIn(shell, complete)}`);
  writeFileSync(join(home, shell === 'zsh' ? '.zshrc' : `rc.${shell}`), rc);
}

/** Types keys into an interactive shell and returns the arguments that the command received. */
async function typed(shell: ShellName, keys: string): Promise<string> {
  const { command } = shells[shell];
  const env = cleanEnv({ HOME: home, XDG_CONFIG_HOME: home, TERM: 'dumb' });
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: join(home, 'work'), env });
  closing({ close: async () => child.kill('SIGKILL') });
  let screen = '';
  return new Promise((resolve, reject) => {
    let sent = false;
    child.stdout.on('data', (chunk: Buffer) => {
      screen += chunk.toString();
      if (!sent && screen.includes('READY>')) {
        sent = true;
        child.stdin.write(`${keys}\r`);
      }
      const [, got] = /GOT<([^>]*)>/.exec(screen) ?? [];
      if (got !== undefined) resolve(got);
    });
    child.once('close', () => reject(new Error(`the shell ended: ${screen}`)));
  });
}

const canType = hasTool('script');

describe.each(names)('newswatch completion %s', (shell) => {
  beforeAll(async () => {
    const { code, stdout, stderr } = await cli(['completion', shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    writeFileSync(join(home, `script.${shell}`), stdout);
    files(shell, stdout);
  });

  it.runIf(hasTool(shell))(`prints a script that ${toolNote(shell)} can parse`, () => {
    execFileSync(shell, ['-n', join(home, `script.${shell}`)]);
  });

  it.runIf(hasTool(shell) && canType).each([
    ['a group', 'newswatch deliv\t', 'delivery'],
    ['a command in a group', 'newswatch delivery conn\t', 'delivery connect'],
    [
      'a command after a flag with a value',
      'newswatch --timeout 5 news lat\t',
      '--timeout 5 news latest',
    ],
    ['a flag', 'newswatch news search x --hou\t', 'news search x --hours-ago'],
    ['a flag of every command', 'newswatch news search --api\t', 'news search --api-key-file'],
    [
      'a valid value',
      'newswatch delivery set c --status dis\t',
      'delivery set c --status disabled',
    ],
    [
      'a valid value after =',
      'newswatch delivery set c --status=dis\t',
      'delivery set c --status=disabled',
    ],
    ['an argument', 'newswatch completion fi\t', 'completion fish'],
    ['the words of another command', 'newswatch help monitors pause-\t', 'help monitors pause-all'],
    ['a file', 'newswatch --api-key-file the\t', '--api-key-file the-key.txt'],
    ['nothing where nothing fits', 'newswatch news zzz\t', 'news zzz'],
  ])(`completes %s in ${toolNote(shell)}`, async (_what, keys, expected) => {
    expect((await typed(shell, keys)).trim()).toBe(expected);
  });
});

describe('a word with special characters', () => {
  const odd = `$(touch pwned)'"\\\`touch pwned\` ;*:`;
  const candidates = join(home, 'candidates');
  const complete = join(home, 'complete');
  writeFileSync(candidates, `only\t${odd}\nodd${odd}\n`);
  writeFileSync(complete, `for word; do :; done\ngrep "^$word" ${candidates}\n`);

  it.each(names.filter((name) => hasTool(name) && canType))('is quoted for %s', async (shell) => {
    const { stdout } = await cli(['completion', shell]);
    files(shell, stdout, `sh ${complete}`);
    expect(await typed(shell, 'newswatch on\t')).toMatch(/^only ?$/);
    expect(await typed(shell, 'newswatch --flag odd\t')).toContain('touch pwned');
    expect(execFileSync('ls', [join(home, 'work')]).toString()).toBe('the-key.txt\n');
  });
});

it('an unknown shell is rejected with the list of known ones', async () => {
  const { code, stderr } = await cli(['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(failureIn(stderr)['message']).toContain('bash, zsh, fish');
});
