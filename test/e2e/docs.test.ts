import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RunningServer, startServer } from 'newswatch/server';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slug } from '../../build/docs/slug.ts';
import { exitCode } from '../../src/cli/errors/exit-code.ts';
import { allDocuments, codeBlocks, guides, project, readDocument } from '../helpers/documents.ts';
import {
  examplesIn,
  outputPattern,
  runBash,
  withoutNotices,
  workFolder,
} from '../helpers/examples.ts';
import { envFor, twoAccounts, unpaidKey } from '../helpers/server.ts';
import { hasTool } from '../helpers/tools.ts';

const decisions = allDocuments().filter((path) => path.startsWith('docs/decisions/'));

const hasJq = hasTool('jq');
if (process.env['CI'] && !hasJq) throw new Error('CI needs jq: most examples use it');

describe.each(guides)('%s', (document) => {
  const text = readDocument(document);
  const folder = workFolder();
  let server: RunningServer;
  beforeAll(async () => {
    const accounts = twoAccounts.accounts.map((each) => ({ ...each, keys: [...each.keys] }));
    server = await startServer({
      sample: true,
      fixture: { accounts },
      data: join(folder, 'data'),
      allowPrivateWebhooks: true,
    });
  });
  afterAll(() => server.close());

  const bash = (script: string) =>
    runBash(folder, script, { ...envFor(server), UNPAID_KEY: unpaidKey });

  for (const { command, code, output } of codeBlocks(text, 'console').flatMap(examplesIn)) {
    it.runIf(hasJq || !command.includes('jq'))(`$ ${command}`, async () => {
      const result = await bash(command);
      expect(withoutNotices(result.output).trimEnd()).toMatch(outputPattern(output));
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
});

describe('docs/mocking.md', () => {
  const folder = workFolder();
  for (const tool of ['msw', 'nock', 'undici']) {
    symlinkSync(join(project, 'node_modules', tool), join(folder, 'node_modules', tool));
  }

  const examples = codeBlocks(readDocument('docs/mocking.md'), 'js');
  it.each(examples.map((code, index) => [index + 1, code] as const))(
    'has example %i, which runs',
    async (index, code) => {
      writeFileSync(join(folder, `example-${index}.js`), code);
      const { code: exit, output } = await runBash(folder, `node example-${index}.js`, {});
      expect({ exit, output }).toEqual({ exit: 0, output: expect.stringMatching(/chip/i) });
    },
  );
});

/** Relative links of a document whose file, or whose heading in it, does not exist. */
function brokenLinks(document: string): string[] {
  const links = [...readDocument(document).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(
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
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slug(heading));
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return [...headings, ...ids];
}

describe.each(allDocuments())('%s', (document) => {
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
    expect(readme.split('\n').length).toBeLessThanOrEqual(120);
  });

  it('starts with a search that needs no server and prints ranked news', async () => {
    const [example] = codeBlocks(readme, 'console').flatMap(examplesIn);
    const [command = ''] = example?.command.split(' | ') ?? [];
    expect(command).toMatch(/^newswatch --local news search /);
    const { output } = await runBash(workFolder(), command);
    const { items } = JSON.parse(withoutNotices(output)) as {
      items: { title: string; score: number }[];
    };
    expect(items[0]?.title).toMatch(/chip/i);
    const scores = items.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });
});

describe('docs/commands.md', () => {
  it('lists every exit code of this version', () => {
    for (const code of Object.values(exitCode)) {
      expect(readDocument('docs/commands.md')).toMatch(
        new RegExp(`^\\| (\\d+, )?${code}(, \\d+)? +\\| `, 'm'),
      );
    }
  });
});
