import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { descriptionOf, runnable } from '../../../src/cli/help/command-description.ts';
import { commandWords } from '../../../src/cli/help/find-command.ts';
import { manualOf } from '../../../src/cli/help/manual.ts';
import { binary, cleanEnv } from '../../helpers/cli.ts';
import { programTree } from '../../helpers/program.ts';
import { envFor, paidKey, sharedServer } from '../../helpers/server.ts';
import { hasTool, toolNote } from '../../helpers/tools.ts';

const program = await descriptionOf(await programTree());
const commands = runnable(program);
const all = [program, ...commands].flatMap(({ words, examples }) =>
  examples.map((example) => ({ words: words.join(' '), example })),
);

/** A home folder with the files that the examples use. */
function homeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-examples-'));
  for (const each of [
    'bin',
    '.zfunc',
    '.config/fish/completions',
    '.config/newswatch',
    '.local/share/bash-completion/completions',
  ]) {
    mkdirSync(join(folder, each), { recursive: true });
  }
  symlinkSync(binary, join(folder, 'bin', 'newswatch'));
  const files = {
    '.config/newswatch/config.json': '{"profiles":{"staging":{}}}',
    'secret.txt': 'whsec_example',
    'key.txt': paidKey,
    'body.json': '{"id":"evt_1","type":"news.alert"}',
    'saved.http': 'POST /hook HTTP/1.1\r\nX-Service-Event-Id: evt_1\r\n\r\n{}',
    'queries.txt': 'chip exports\n',
    'ids.txt': 'mon_example\n',
    'monitors.json': '{"title":"Chips","prompt":"chip exports"}',
    'query.json': '{"query":"chip exports"}',
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), content, { mode: 0o600 });
  return folder;
}

/** Commands that run until a signal or need a receiver, service, store, terminal or PowerShell: only parsed. */
const unending =
  /^(serve|admin|auth login --base-url|mcp serve|conform --(service|allow)|webhook (listen|send|conform|replay|dead))\b|--follow\b|\| (man|Out-String)\b/;

/** Expected exit codes besides 0 and 5: signatures of examples are invalid, and no key is saved. */
const endings: Readonly<Record<string, number[]>> = {
  'webhook verify': [1],
  'auth logout': [4],
};

const server = sharedServer();

function run(script: string, extra: Readonly<Record<string, string>> = {}) {
  // Not shared: the examples run at the same time and write files.
  const folder = homeFolder();
  const home = { HOME: folder, XDG_CONFIG_HOME: join(folder, '.config') };
  const path = `${join(folder, 'bin')}:${process.env['PATH']}`;
  const env = cleanEnv({ ...home, PATH: path, ...extra });
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile('bash', ['-c', script], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

/** The arguments of the program as bash splits them, without pipes and redirections. */
async function wordsOf(example: string): Promise<string[]> {
  const stub = `newswatch() { printf '%s\\0' "$@" >&3; }`;
  const { stdout } = await run(`exec 3>&1 >/dev/null 2>&1; ${stub}; newswatch ${example}`);
  return stdout.split('\0').slice(0, -1);
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

describe('the examples of the commands', () => {
  it.each(commands.map(({ words, examples }) => [words.join(' '), examples] as const))(
    '%s has some, and they show it',
    (words, examples) => {
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) {
        expect(example.replace(/^(--\S+ [a-z]+ |--local )/, '')).toMatch(
          new RegExp(`^${words}( |$)`),
        );
      }
    },
  );

  it('are in the help', async () => {
    for (const command of everyCommand(await programTree())) {
      let help = '';
      command.configureOutput({ writeErr: (text) => (help += text) }).outputHelp({ error: true });
      const lines = manualOf(command).examples.map((example) => `  $ newswatch ${example}\n`);
      if (lines.length > 0) expect(help).toContain(`\nEXAMPLES\n${lines.join('')}`);
    }
  });

  it.each(all)('parses $example', async ({ words, example }) => {
    const tree = await programTree();
    let called: string | undefined;
    for (const command of everyCommand(tree)) {
      if (command.commands.length > 0) continue;
      command.action(() => {
        called = commandWords(command).join(' ');
      });
    }
    await tree.parseAsync(await wordsOf(example), { from: 'user' });
    if (words !== '') expect(called).toBe(words);
    expect(called).toBeDefined();
  });

  const finite = all.filter(({ example }) => !unending.test(example));
  it.runIf(hasTool('jq')).concurrent.each(finite)(
    `$ newswatch $example (with ${toolNote('jq')})`,
    async ({ words, example }) => {
      const command = `set -o pipefail; newswatch ${example}`;
      const { code, stderr } = await run(command, envFor(server()));
      expect([0, 5, ...(endings[words] ?? [])], stderr).toContain(code);
    },
  );
});
