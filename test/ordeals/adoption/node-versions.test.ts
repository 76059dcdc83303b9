import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { closing } from '../../helpers/closing.ts';
import {
  createEmptyProject,
  environment,
  installNode,
  installTools,
  packedPackage,
  run,
  warningsIn,
} from './projects.ts';
import { isWholeMatrix, planChecks, recordCheck } from './report.ts';

/** The oldest Node.js that package.json allows, the newest of each LTS line, and the current one. */
const releases = ['20.18.1', '20', '22', '24', 'latest'];
const quickReleases = ['20.18.1', '24'];

const rowOf = (release: string) =>
  ({
    table: 'runtimes',
    tool: release === 'latest' ? 'Node, current' : `Node ${release}`,
    check: 'plain `npm install`, `--local`, `serve` and its restart, `mcp`, without a warning',
  }) as const;

planChecks(releases.map(rowOf));

const rpc = (method: string, more: object) => JSON.stringify({ jsonrpc: '2.0', method, ...more });
/** What an MCP client writes to list the tools. */
const listTools = [
  rpc('initialize', {
    id: 1,
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1.0.0' },
    },
  }),
  rpc('notifications/initialized', {}),
  rpc('tools/list', { id: 2 }),
];

const tarball = packedPackage();

describe('all of the packed package', () => {
  const chosen = releases.filter((release) => isWholeMatrix || quickReleases.includes(release));

  it.each(chosen)('runs on Node %s', { timeout: 900_000 }, async (release) => {
    await recordCheck(rowOf(release), async () => {
      const bin = await installNode(release);
      const node = join(bin, 'node');
      const cwd = await createEmptyProject();
      const path = { PATH: `${bin}:${process.env['PATH']}` };
      // Of the npm releases that are supported, the only one for Node 20.18.
      const npm = join(await installTools('npm@10.9.9'), 'node_modules/npm/bin/npm-cli.js');
      const installed = await run(node, [npm, 'install', tarball()], { cwd, env: path });
      expect(warningsIn(installed)).toEqual([]);

      const program = join(cwd, 'node_modules/newswatch/bin/newswatch.cjs');
      /** Runs the command line, which must print JSON on stdout and nothing on stderr. */
      const newswatch = async (args: readonly string[], env = {}, input = '') => {
        const result = await run(node, [program, ...args], { cwd, env, input });
        expect(result.stderr).toBe('');
        return result.stdout;
      };

      const local = await newswatch(['--local', 'news', 'search', 'chips'], { XDG_DATA_HOME: cwd });
      expect(JSON.parse(local).items[0].title).toContain('chips');

      const first = await serve(node, program, cwd);
      const env = {
        SERVICE_BASE_URL: String(first.ready['base_url']),
        SERVICE_API_KEY: String(first.ready['api_key']),
      };
      await newswatch(['monitors', 'create', '--prompt', 'chip exports'], env);
      // It has no time to close its database.
      await first.end('SIGKILL');

      const second = await serve(node, program, cwd);
      const again = { ...env, SERVICE_BASE_URL: String(second.ready['base_url']) };
      const listed = JSON.parse(await newswatch(['monitors', 'list'], again));
      expect(listed.monitors).toMatchObject([{ prompt: 'chip exports' }]);

      const responses = await newswatch(['mcp', 'serve'], again, `${listTools.join('\n')}\n`);
      const [, tools] = responses.trimEnd().split('\n');
      expect(JSON.parse(tools ?? '').result.tools.length).toBeGreaterThan(5);

      const { code, stderr } = await second.end('SIGTERM');
      expect(code).toBe(143);
      // It logs requests as lines of JSON.
      expect(stderr).toMatch(/^(\{.*\}\n)*$/);
      expect(warningsIn({ stdout: '', stderr })).toEqual([]);
      return { version: (await run(node, ['--version'], { cwd })).stdout.trim().slice(1) };
    });
  });
});

/** Starts a server with sample news, and waits for the line of JSON that says that it is ready. */
async function serve(node: string, program: string, cwd: string) {
  const args = [program, 'serve', '--sample', '--data', './data', '--port', '0'];
  const child = spawn(node, args, {
    cwd,
    env: environment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  closing({ close: async () => child.kill('SIGKILL') });
  const stderr = text(child.stderr);
  const exited = once(child, 'exit');
  const [line = ''] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(async () => {
      throw new Error(`serve ended: ${await stderr}`);
    }),
  ]);
  return {
    ready: JSON.parse(String(line)) as Record<string, unknown>,
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      const [code] = await exited;
      return { code: code as number | null, stderr: await stderr };
    },
  };
}
