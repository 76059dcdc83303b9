import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { operationList } from '../../src/contract/operations.ts';
import { closing } from '../helpers/closing.ts';
import { codeBlocks, readDocument } from '../helpers/documents.ts';
import { addProgram, folderEnv, workFolder } from '../helpers/examples.ts';
import { paidKey, sharedServer } from '../helpers/server.ts';

/** How an assistant connects, in the format that most assistants share. */
interface ServerConfig {
  type?: string;
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  url?: string;
  headers?: Record<string, string>;
}

const page = readDocument('docs/assistants.md');

const files = codeBlocks(page, 'json').map((text) => {
  const { mcpServers, servers } = JSON.parse(text);
  return { shown: text.split('\n').slice(0, 3).join(' '), configs: mcpServers ?? servers };
});

const commands = codeBlocks(page, 'sh').filter((text) => /^(claude|code) /.test(text));

const [link = ''] = codeBlocks(page, 'text').filter((text) => text.startsWith('cursor:'));

/** The arguments with which a command of the page calls `claude` or `code`. */
function argumentsOf(command: string): string[] {
  const folder = workFolder();
  for (const name of ['claude', 'code'])
    addProgram(folder, name, 'printf "%s\\n" "$@" > arguments');
  const env = folderEnv(folder, { SERVICE_API_KEY: paidKey });
  execFileSync('bash', ['-c', command], { cwd: folder, env });
  return readFileSync(join(folder, 'arguments'), 'utf8').trimEnd().split('\n');
}

/** Reads the arguments of `claude mcp add` and `code --add-mcp` as these programs do. */
function configOf([first, second, ...rest]: readonly string[]): ServerConfig {
  if (first === '--add-mcp') return JSON.parse(second ?? '');
  expect([first, second]).toEqual(['mcp', 'add']);
  const end = rest.indexOf('--');
  const own = end === -1 ? rest : rest.slice(0, end);
  const after = (flag: string) =>
    own.flatMap((word, index) => (word === flag ? own[index + 1] : []));
  const pairs = (flag: string, separator: string) =>
    Object.fromEntries(after(flag).map((each = '') => each.split(separator)));
  if (after('--transport')[0] === 'http') {
    return { type: 'http', url: own[3] ?? '', headers: pairs('--header', ': ') };
  }
  const [command = '', ...args] = rest.slice(end + 1);
  return { command, args, env: pairs('--env', '=') };
}

describe('the configurations of assistants', () => {
  const server = sharedServer();

  /** Puts in the address and the key of the test's server. */
  function filledIn(config: ServerConfig): ServerConfig {
    const text = JSON.stringify(config)
      .replaceAll('https://news.example.com', server().baseUrl)
      .replace(/nw_…|\$\{[\w:-]+\}/g, paidKey);
    return JSON.parse(text);
  }

  async function toolNames(config: ServerConfig): Promise<string[]> {
    const client = closing(new Client({ name: 'test', version: '1.0.0' }));
    await client.connect(transportFor(filledIn(config)));
    return (await client.listTools()).tools.map(({ name }) => name);
  }

  function transportFor({ url, headers = {}, command = '', args = [], env = {} }: ServerConfig) {
    if (url !== undefined) {
      return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    }
    const folder = workFolder();
    addProgram(folder, 'npx', 'test "$1" = -y && shift && exec "$@"');
    const variables = folderEnv(folder, env);
    return new StdioClientTransport({
      command: join(folder, 'bin', command),
      args,
      env: Object.fromEntries(Object.entries(variables).map(([name, value = '']) => [name, value])),
      stderr: 'ignore',
    });
  }

  const allTools = operationList.map(({ name }) => name);

  it.each(files)('in a file: $shown', async ({ configs }) => {
    expect(Object.keys(configs)).toEqual(['news']);
    expect(await toolNames(configs.news)).toEqual(allTools);
  });

  it.each(commands)('%s', async (command) => {
    const config = configOf(argumentsOf(command));
    if (config.url !== undefined && Object.keys(config.headers ?? {}).length === 0) {
      // OAuth starts from the metadata of the address.
      const { url = '' } = filledIn(config);
      const { status, headers } = await fetch(url, { method: 'POST' });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toContain('resource_metadata');
    } else expect(await toolNames(config)).toEqual(allTools);
  });

  it('in the link for Cursor', async () => {
    const { protocol, host, pathname, searchParams } = new URL(link);
    expect(`${protocol}//${host}${pathname}`).toBe(
      'cursor://anysphere.cursor-deeplink/mcp/install',
    );
    expect(searchParams.get('name')).toBe('news');
    const config = Buffer.from(searchParams.get('config') ?? '', 'base64').toString();
    expect(await toolNames(JSON.parse(config))).toEqual(allTools);
  });

  it('are as many as the page has sections', () => {
    expect(files).toHaveLength(5);
    expect(commands).toHaveLength(4);
  });
});
