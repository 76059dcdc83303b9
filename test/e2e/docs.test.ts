import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type RunningServer, startServer } from 'newswatch/server';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCode } from '../../src/cli/errors/exit-code.ts';
import { binary, cleanEnv } from '../helpers/cli.ts';
import { codeBlocks, guides, project, readDocument } from '../helpers/documents.ts';
import { envFor, twoAccounts, unpaidKey } from '../helpers/server.ts';
import { hasTool } from '../helpers/tools.ts';

const decisions = readdirSync(join(project, 'docs/decisions')).map(
  (name) => `docs/decisions/${name}`,
);
const papers = [
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  ...decisions,
  'docs/limits.md',
  'docs/operating.md',
  'docs/receiver-cases.md',
  'docs/releasing.md',
  'docs/service.md',
];

const hasJq = hasTool('jq');
if (process.env['CI'] && !hasJq) throw new Error('CI needs jq: most examples use it');

interface Example {
  command: string;
  /** The expected exit code: `# exit 2` behind the command (default: 0). */
  code: number;
  output: string;
}

function examplesIn(session: string): Example[] {
  return session
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [first = '', ...rest] = text.split('\n');
      const [command = '', code = '0'] = first.split(/ +# exit /);
      return { command, code: Number(code), output: rest.join('\n').trimEnd() };
    });
}

/** `…` matches anything within a line, and alone on a line any number of lines. */
function pattern(output: string): RegExp {
  const literal = output.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/^…$/gm, '[^]*').replaceAll('…', '.*')}$`);
}

/** Removes the notices that a list has more items: almost every example has a limit. */
function withoutNotices(output: string): string {
  return output.replace(/^newswatch: there are more: .*\n/gm, '');
}

/** A folder in which `newswatch` is the built binary and `import 'newswatch'` the built package. */
function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-docs-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(binary, join(folder, 'bin', 'newswatch'));
  symlinkSync(project, join(folder, 'node_modules', 'newswatch'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'news.jsonl'), '{"title":"Otters return to the river"}\n');
  return folder;
}

describe.each(guides)('%s', (document) => {
  const text = readDocument(document);
  const folder = workFolder();
  let server: RunningServer;
  beforeAll(async () => {
    const accounts = twoAccounts.accounts.map((each) => ({ ...each, keys: [...each.keys] }));
    server = await startServer({ sample: true, fixture: { accounts }, data: join(folder, 'data') });
  });
  afterAll(() => server.close());

  function bash(script: string): Promise<{ code: number; output: string }> {
    const path = `${join(folder, 'bin')}:${process.env['PATH']}`;
    const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const env = cleanEnv({ ...envFor(server), ...home, PATH: path, UNPAID_KEY: unpaidKey });
    return new Promise((resolve) => {
      execFile('bash', ['-c', `exec 2>&1; ${script}`], { cwd: folder, env }, (error, output) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output }),
      );
    });
  }

  for (const { command, code, output } of codeBlocks(text, 'console').flatMap(examplesIn)) {
    it.runIf(hasJq || !command.includes('jq'))(`$ ${command}`, async () => {
      const result = await bash(command);
      expect(withoutNotices(result.output).trimEnd()).toMatch(pattern(output));
      expect(result.code).toBe(code);
    });
  }

  for (const script of codeBlocks(text, 'sh').filter((code) => code.includes('kill "$server"'))) {
    it.runIf(hasJq)('has a script that starts a server and searches it', async () => {
      const result = await bash(`set -e; ${script}`);
      expect(result).toEqual({ code: 0, output: 'Otters return to the river\n' });
    });
  }

  // The packed package's tests compile these against its types.
  it.each(codeBlocks(text, 'ts').map((code, index) => [index + 1, code] as const))(
    'has library example %i, which runs',
    async (index, code) => {
      const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
      const { outputText } = ts.transpileModule(code, { compilerOptions: options });
      writeFileSync(join(folder, `example-${index}.js`), outputText);
      const { code: exit, output } = await bash(`node example-${index}.js`);
      expect(exit).toBe(0);
      expect(output).toMatch(/chip/i);
    },
  );

  it('links only to files and headings that exist', () => {
    expect(brokenLinks(document)).toEqual([]);
  });
});

/** Relative links of a document whose file, or whose heading in it, does not exist. */
function brokenLinks(document: string): string[] {
  const links = [...readDocument(document).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(
    ([, to]) => to ?? '',
  );
  return links.filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? document : join(dirname(document), path);
    if (!existsSync(join(project, target))) return true;
    return anchor !== undefined && !anchorsOf(readDocument(target)).includes(anchor);
  });
}

function anchorsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return [...headings, ...ids];
}

describe.each(papers)('%s', (document) => {
  it('links only to files and headings that exist', () => {
    expect(brokenLinks(document)).toEqual([]);
  });
});

it('the architecture and the decisions name only files that exist', () => {
  const texts = ['docs/architecture.md', 'CONTRIBUTING.md', ...decisions].map(readDocument);
  const paths = texts.flatMap((text) => [...text.matchAll(/`((?:src|bin|test|build)\/[^`<*]+)`/g)]);
  const missing = paths
    .map(([, path]) => path ?? '')
    .filter((path) => !existsSync(join(project, path)));
  expect(missing).toEqual([]);
});

describe('README.md', () => {
  const readme = readDocument('README.md');

  it('fits on a few screens', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(220);
  });

  it('starts with a command that prints ranked news', async () => {
    const [command = ''] = codeBlocks(readme, 'sh');
    expect(command).toMatch(/^npm ci && npx newswatch /);
    const script = command.replace('npm ci && npx newswatch', `node ${binary}`);
    const output = await new Promise<string>((resolve) => {
      execFile('bash', ['-c', script], { env: cleanEnv() }, (_, stdout) => resolve(stdout));
    });
    const { items } = JSON.parse(output) as { items: { title: string; score: number }[] };
    expect(items[0]?.title).toMatch(/chip/i);
    const scores = items.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });

  it('lists every exit code of this version', () => {
    for (const code of Object.values(exitCode)) {
      expect(readme).toMatch(new RegExp(`^\\| (\\d+, )?${code}(, \\d+)? +\\| `, 'm'));
    }
  });
});
