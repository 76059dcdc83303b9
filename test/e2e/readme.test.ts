import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningServer, startServer } from 'newswatch/server';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCode } from '../../src/cli/errors/exit-code.ts';
import { binary, cleanEnv } from '../helpers/cli.ts';
import { envFor, twoAccounts, unpaidKey } from '../helpers/server.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(project, 'README.md'), 'utf8');

/** A folder in which `newswatch` is the real binary and `import 'newswatch'` the real package. */
const folder = mkdtempSync(join(tmpdir(), 'newswatch-readme-'));
mkdirSync(join(folder, 'bin'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(binary, join(folder, 'bin', 'newswatch'));
symlinkSync(project, join(folder, 'node_modules', 'newswatch'));
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
writeFileSync(join(folder, 'stories.jsonl'), '{"title":"Otters return to the river"}\n');

const hasJq = succeeds('jq', '--version');
if (process.env['CI'] && !hasJq) throw new Error('CI needs jq, or half of README goes untested');
let server: RunningServer;
beforeAll(async () => {
  const accounts = twoAccounts.accounts.map((each) => ({ ...each, keys: [...each.keys] }));
  server = await startServer({ sample: true, fixture: { accounts } });
});
afterAll(() => server.close());

function succeeds(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args);
    return true;
  } catch {
    return false;
  }
}

function blocks(language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms');
  return [...readme.matchAll(pattern)].map(([, text]) => text ?? '');
}

function bash(script: string): Promise<{ code: number; output: string }> {
  const path = `${join(folder, 'bin')}:${process.env['PATH']}`;
  const env = cleanEnv({ ...envFor(server), PATH: path, UNPAID_KEY: unpaidKey });
  return new Promise((resolve) => {
    execFile('bash', ['-c', `exec 2>&1; ${script}`], { cwd: folder, env }, (error, output) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output }),
    );
  });
}

interface Example {
  command: string;
  code: number;
  shown: string;
}

function examples(console: string): Example[] {
  return console
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [first = '', ...rest] = text.split('\n');
      const [command = '', code = '0'] = first.split(/ +# exit /);
      return { command, code: Number(code), shown: rest.join('\n').trimEnd() };
    });
}

/** `…` stands for anything within a line, and alone on a line for any number of lines. */
function asPattern(shown: string): RegExp {
  const literal = shown.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/^…$/gm, '[^]*').replaceAll('…', '.*')}$`);
}

describe('README', () => {
  for (const { command, code, shown } of blocks('console').flatMap(examples)) {
    it.runIf(hasJq || !command.includes('jq'))(`$ ${command}`, async () => {
      const result = await bash(command);
      expect(result.output.trimEnd()).toMatch(asPattern(shown));
      expect(result.code).toBe(code);
    });
  }

  it.runIf(hasJq)('starts a server from nothing', async () => {
    const script = blocks('sh').find((block) => block.includes('newswatch serve'));
    expect(await bash(`set -e; ${script}`)).toEqual({
      code: 0,
      output: 'Otters return to the river\n',
    });
  });

  it('has a first command that prints ranked news', async () => {
    const [command = ''] = blocks('sh');
    expect(command).toMatch(/^npm ci && npx newswatch /);
    const { output } = await bash(command.replace('npm ci && npx ', ''));
    const { items } = JSON.parse(output) as { items: { title: string; score: number }[] };
    expect(items[0]?.title).toMatch(/chip/i);
    const scores = items.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });

  it.each(blocks('ts').map((code, index) => [index + 1, code] as const))(
    'has library example %i, which is typed and runs',
    async (index, code) => {
      const source = join(folder, `example-${index}.ts`);
      writeFileSync(source, code);
      const tsc = join(project, 'node_modules/typescript/bin/tsc');
      const types = join(project, 'node_modules/@types');
      const flags = `--noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node --typeRoots ${types}`;
      const { output: complaints } = await bash(`node ${tsc} ${flags} ${source}`);
      expect(complaints).toBe('');
      const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
      const { outputText } = ts.transpileModule(code, { compilerOptions: options });
      writeFileSync(join(folder, `example-${index}.js`), outputText);
      const { code: exit, output } = await bash(`node example-${index}.js`);
      expect(exit).toBe(0);
      expect(output).toMatch(/chip/i);
    },
  );

  it('names every exit code that this version gives', () => {
    const later: number[] = [exitCode.nothing_found];
    for (const code of Object.values(exitCode).filter((each) => !later.includes(each))) {
      expect(readme).toMatch(new RegExp(`^\\| (\\d+, )?${code}(, \\d+)? +\\| `, 'm'));
    }
  });
});
