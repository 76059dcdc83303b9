import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { withVariables } from '../../../src/node/environment.ts';
import { binary, cli } from '../../helpers/cli.ts';
import { hasOptionalTool } from '../../helpers/tools.ts';

const { resolve } = createRequire(import.meta.url);

let script: string;
beforeAll(async () => {
  const { code, stdout, stderr } = await cli(['completion', 'powershell']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  script = stdout;
});

async function parse(text: string): Promise<Node> {
  await Parser.init();
  const grammar = resolve('tree-sitter-powershell/tree-sitter-powershell.wasm');
  const parser = new Parser();
  parser.setLanguage(await Language.load(await readFile(grammar)));
  const tree = parser.parse(text);
  if (!tree) throw new Error('the script was not parsed');
  return tree.rootNode;
}

/** The candidates of a command line, as the script asks for them. */
async function candidates(...words: string[]): Promise<string[]> {
  const { stdout } = await cli(['__complete'], { env: { NEWSWATCH_COMPLETE: words.join('\n') } });
  return stdout.split('\n').map((line) => line.replace(/\t.*/, ''));
}

describe('newswatch completion powershell', () => {
  it('prints a script that the grammar of PowerShell accepts', async () => {
    expect((await parse(script)).hasError).toBe(false);
    expect((await parse(`${script}\n}`)).hasError).toBe(true);
  });

  it('runs one command outside of its script block: the registration', async () => {
    const root = await parse(script);
    const commands = root.descendantsOfType('command').map((node) => node?.text ?? '');
    expect(commands[0]).toMatch(
      /^Register-ArgumentCompleter -Native -CommandName newswatch -ScriptBlock \{/,
    );
    expect(commands.slice(1)).toEqual([
      'Select-Object -Skip 1',
      expect.stringMatching(/^& \$program __complete /),
    ]);
    expect(root.descendantsOfType('comment')).toHaveLength(1);
  });

  it('uses only ASCII, which every encoding of a console has', async () => {
    const { stdout } = await cli(['__complete', '']);
    expect(`${script}${stdout}`).not.toMatch(/[^\n\t -~]/);
  });
});

describe('the words in NEWSWATCH_COMPLETE', () => {
  it.each([
    ['a group', ['deliv'], ['delivery']],
    ['a command in a group', ['delivery', 'conn'], ['connect']],
    ['an empty word', ['alerts', ''], ['list']],
    ['a flag', ['news', 'search', 'two "quoted" words', '--hou'], ['--hours-ago']],
    ['a value after =', ['delivery', 'set', 'c', '--status=dis'], ['--status=disabled']],
    ['a file', ['--api-key-file', 'the'], [':files']],
    ['the name of this shell', ['completion', 'po'], ['powershell']],
  ])('complete %s', async (_what, words, expected) => {
    expect(await candidates(...words)).toEqual(expect.arrayContaining(expected));
  });

  it('complete the first word if there is none', async () => {
    expect(await candidates()).toEqual(expect.arrayContaining(['news', 'monitors', 'serve']));
  });
});

/** A folder with the program as PowerShell finds it after an installation, and a file to complete. */
function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-powershell-'));
  writeFileSync(join(folder, 'the key.txt'), '');
  const [name, line] =
    process.platform === 'win32'
      ? ['newswatch.cmd', `@"${process.execPath}" "${binary}" %*`]
      : ['newswatch', `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"`];
  writeFileSync(join(folder, name), line, { mode: 0o755 });
  return folder;
}

/** What PowerShell itself completes at the end of a command line, with the script loaded. */
function completedByPowerShell(line: string): string[] {
  const folder = installed();
  const quoted = `'${line.replaceAll("'", "''")}'`;
  const file = join(folder, 'test.ps1');
  const complete = `(TabExpansion2 ${quoted} ${line.length}).CompletionMatches.CompletionText`;
  writeFileSync(file, `${script}\n${complete}`);
  const env = withVariables(process.env, { PATH: `${folder}${delimiter}${process.env['PATH']}` });
  const args = ['-NoProfile', '-NonInteractive', '-File', file];
  return execFileSync('pwsh', args, { cwd: folder, env }).toString().trim().split(/\r?\n/);
}

describe.runIf(hasOptionalTool('pwsh'))('PowerShell (skipped without pwsh)', () => {
  it.each([
    ['newswatch deliv', ['delivery']],
    ['newswatch delivery conn', ['connect']],
    ['newswatch --timeout 5 news lat', ['latest']],
    ['newswatch news search "two words" --hou', ['--hours-ago']],
    ['newswatch delivery set c --status=dis', ['--status=disabled']],
    ['newswatch completion po', ['powershell']],
  ])('completes %j', (line, expected) => {
    expect(completedByPowerShell(line)).toEqual(expected);
  });

  it('completes files, also after an equals sign', () => {
    expect(completedByPowerShell('newswatch --api-key-file the')[0]).toContain('the key.txt');
    const [file] = completedByPowerShell('newswatch news search x --output=the');
    expect(file).toMatch(/^--output=.*the key\.txt/);
  });
});
