import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { type CliResult, cli, failureIn } from '../../helpers/cli.ts';
import { envFor, sharedServer } from '../../helpers/server.ts';
import { secret, testReceiver } from '../../helpers/test-receiver.ts';

const server = sharedServer();
const run = (args: readonly string[], env: object = {}, input = '') =>
  cli(args, { env: { ...envFor(server()), ...env }, input });
const newFolder = () => mkdtempSync(join(tmpdir(), 'newswatch-documents-'));

describe('--compact and --jq of a document of the program', () => {
  it.each([
    ['config get timeout'],
    ['config list'],
    ['config path'],
    ['explain 7'],
    ['schema'],
    ['schema news search'],
    ['schema --openapi'],
    ['doctor'],
    ['auth status'],
    ['conform --only 1.1'],
    ['mcp tools'],
    ['mcp tools news.search'],
    ['mcp call account.overview'],
    ['monitors export'],
    ['api GET /api/v1/usage'],
  ])('%s', async (line) => {
    const args = line.split(' ');
    const [plain, compact, selected] = await Promise.all([
      run(args),
      run([...args, '--compact']),
      run([...args, '--compact', '--jq', 'keys_unsorted']),
    ]);
    expect(compact.stdout).toMatch(/^\{.*\}\n$/);
    const { stdout: names } = selected;
    expect(Object.keys(JSON.parse(plain.stdout))).toEqual(JSON.parse(names));
    expect(Object.keys(JSON.parse(compact.stdout))).toEqual(JSON.parse(names));
    expect(selected.code).toBe(plain.code);
  });
});

/** A command that changes something, and what it prints. */
interface Change {
  run(...flags: string[]): Promise<CliResult>;
  fields: string[];
}

async function storeWithNews(): Promise<Change[]> {
  const data = newFolder();
  const file = join(newFolder(), 'news.jsonl');
  await writeFile(file, '{"id":"one","title":"One"}\n');
  await (await startServer({ data, port: 0 })).close();
  const news = (...args: string[]) => run(['admin', 'news', ...args, '--data', data]);
  return [
    {
      run: (...flags) => news('add', file, ...flags),
      fields: [
        ...['location', 'read', 'added', 'updated', 'unchanged', 'rejected', 'rejections'],
        ...['undated', 'date_problems'],
      ],
    },
    { run: (...flags) => news('delete', 'one', '--yes', ...flags), fields: ['deleted'] },
  ];
}

async function savedKey(): Promise<Change[]> {
  const { SERVICE_API_KEY, SERVICE_BASE_URL } = envFor(server());
  const env = { XDG_CONFIG_HOME: newFolder(), SERVICE_API_KEY: '' };
  const login = ['auth', 'login', '--with-token', '--insecure-storage'];
  return [
    {
      run: (...flags) =>
        run([...login, '--base-url', SERVICE_BASE_URL, ...flags], env, SERVICE_API_KEY),
      fields: ['profile', 'base_url', 'api_key_store', 'verified'],
    },
    {
      run: (...flags) => run(['auth', 'logout', ...flags], env),
      fields: ['profile', 'base_url', 'deleted_from', 'remaining_api_key_source'],
    },
  ];
}

async function requests(): Promise<Change[]> {
  const { receiver } = await testReceiver();
  const { url } = receiver;
  const env = { SERVICE_WEBHOOK_SECRET: secret };
  return [
    {
      run: (...flags) => run(['webhook', 'send', url, ...flags], env),
      fields: ['status', 'latency_ms', 'event_id', 'response'],
    },
    {
      run: (...flags) => run(['webhook', 'conform', url, ...flags], env),
      fields: ['name', 'rule', 'passed', 'expected', 'status', 'latency_ms'],
    },
  ];
}

async function inbox(): Promise<Change[]> {
  const data = newFolder();
  await (await testReceiver({ data })).receiver.close();
  const change = (...args: string[]) => run(['webhook', ...args, '--all', '--data', data]);
  return [
    { run: (...flags) => change('replay', ...flags), fields: ['replayed'] },
    { run: (...flags) => change('discard', '--yes', ...flags), fields: ['discarded'] },
  ];
}

describe('a command that changes something', () => {
  it.each([
    ['admin news', storeWithNews],
    ['auth', savedKey],
    ['webhook send and conform', requests],
    ['webhook discard and replay', inbox],
  ])('%s refuses fields and jq programs before it does so', async (_, open) => {
    for (const { run, fields } of await open()) {
      const unknown = await run('--fields', `${fields[0]},nothing`);
      expect({ code: unknown.code, stdout: unknown.stdout }).toEqual({ code: 2, stdout: '' });
      expect(failureIn(unknown.stderr)).toMatchObject({ error: 'unknown_field' });
      const invalid = await run('--jq', '.[');
      expect({ code: invalid.code, stdout: invalid.stdout }).toEqual({ code: 2, stdout: '' });
      // The change has not been made before, and the document has these fields.
      const { stdout, stderr } = await run('--fields', fields.join(','), '--compact');
      expect({ stderr, names: namesIn(stdout) }).toEqual({ stderr, names: fields });
    }
  });

  it('prints the document as it is if the jq program fails', async () => {
    const [login, logout] = await savedKey();
    for (const change of [login, logout]) {
      const result = await change?.run('--jq', '.profile.x.y | error("no")');
      expect(result?.code).toBe(1);
      expect(Object.keys(JSON.parse(result?.stdout ?? ''))).toEqual(change?.fields);
      expect(failureIn(result?.stderr ?? '')).toMatchObject({ error: 'jq_failed' });
    }
  });
});

/** The names of the first item of a list, or of the document. */
function namesIn(json: string): string[] {
  const document: object = JSON.parse(json);
  const list: unknown = Object.values(document).find(Array.isArray);
  return Object.keys(Array.isArray(list) ? Object(list[0]) : document);
}
