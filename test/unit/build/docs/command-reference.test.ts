import { describe, expect, it } from 'vitest';
import { commandReference, topicNames } from '../../../../build/docs/command-reference.ts';
import type { SchemaDocument } from '../../../../src/cli/help/schema-document.ts';

const command = (name: string): SchemaDocument['commands'][number] => ({
  command: name,
  summary: `Do ${name}`,
  description: `Does ${name}.`,
  arguments: [],
  flags: [],
  exit_codes: [{ code: 0, meaning: 'success' }],
  examples: [`newswatch ${name}`],
  operation: null,
});

const flag: SchemaDocument['global_flags'][number] = {
  flag: '--limit',
  short: null,
  value: 'n',
  description: 'maximum number of items',
  required: false,
  variadic: false,
  choices: null,
  default: null,
};

const schema: SchemaDocument = {
  version: '1.2.3',
  global_flags: [{ ...flag, flag: '--quiet', short: '-q', value: null, default: false }],
  environment: [{ name: 'HTTP_PROXY, HTTPS_PROXY', purpose: 'proxies' }],
  exit_codes: [{ code: 2, meaning: 'invalid <input> | flags' }],
  groups: [{ group: 'news', description: 'Search and read news' }],
  commands: [
    {
      ...command('news search'),
      description: 'Searches {{ news }} <b>.',
      arguments: [
        { name: 'query', description: 'words', required: true, variadic: true, choices: null },
      ],
      flags: [
        { ...flag, default: 20 },
        { ...flag, flag: '--sort', value: 'by', required: true, choices: ['score', 'time'] },
      ],
      operation: {
        name: 'news.search',
        method: 'POST',
        path: '/api/v1/news/search',
        effect: 'read',
        access: 'paid',
        documented: true,
        input: {},
        output: {},
      },
    },
    command('serve'),
    command('news latest'),
  ],
};

const pages = commandReference(schema);

describe('commandReference()', () => {
  it('has a page for each group and each command without one, in the order of the help', () => {
    expect(topicNames(schema)).toEqual(['news', 'serve']);
    expect([...pages.keys()]).toEqual(['index', 'global-flags', 'news', 'serve']);
  });

  it('links every command to its heading', () => {
    const index = pages.get('index');
    expect(index).toContain('| [`news search`](news.md#newswatch-news-search) | Do news search |');
    expect(index).toContain('| [`serve`](serve.md) | Do serve |');
    expect(pages.get('news')).toContain('\n## newswatch news search\n');
  });

  it('shows usage with required arguments and flags', () => {
    expect(pages.get('news')).toContain('newswatch news search <query...> --sort <by> [flags]');
  });

  it('shows choices, defaults and required flags', () => {
    const news = pages.get('news');
    expect(news).toContain('| `--limit <n>` | maximum number of items | `20` |');
    expect(news).toContain(
      '| `--sort <by>` | maximum number of items (`score`, `time`) **Required.** |  |',
    );
  });

  it('says which operation a command runs', () => {
    expect(pages.get('news')).toContain(
      'Runs the operation `news.search` (`POST /api/v1/news/search`). It only reads and needs a paid plan.',
    );
  });

  it('escapes the syntax of Markdown and Vue in prose, and columns in tables', () => {
    expect(pages.get('news')).toContain('Searches &#123;&#123; news &#125;&#125; &#60;b&#62;.');
    expect(pages.get('global-flags')).toContain('| 2 | invalid &#60;input&#62; \\| flags |');
  });

  it('lists each variable of the environment', () => {
    expect(pages.get('global-flags')).toContain('| `HTTP_PROXY`, `HTTPS_PROXY` | proxies |');
  });
});
