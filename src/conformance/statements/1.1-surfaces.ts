import { operationList } from '../../contract/operations.ts';
import { describe, objectIn } from '../json.ts';
import type { CheckedStatement } from '../statement.ts';
import { rpcRequest } from '../surfaces/mcp.ts';
import { ensure } from '../violation.ts';

/** docs/service.md §1.1 */
export const surfaces: readonly CheckedStatement[] = [
  {
    id: '1.1-1',
    text: 'HTTP has an endpoint for every function.',
    check: async (trial) => {
      for (const { method, path, name } of documented) {
        const { status } = await trial.send(
          { method, path: path.replace(/\{\w+\}/g, 'none') },
          'anonymous',
        );
        ensure(status === 401 || status === 403, `${name} without a key: status ${status}`);
      }
    },
  },
  {
    id: '1.1-2',
    text: 'MCP has a tool for every function.',
    surfaces: ['mcp'],
    check: async (trial) => {
      const names = new Set((await trial.tools()).map(({ name }) => name));
      const missing = documented.filter(({ name }) => !names.has(name)).map(({ name }) => name);
      ensure(missing.length === 0, `there are no tools ${missing.join(', ')}`);
    },
  },
  {
    id: '1.1-3',
    text: 'The command line has a command for every function.',
    surfaces: ['cli'],
    check: async (trial) => {
      for (const { name } of documented) {
        const words = name.replaceAll('_', '-').split('.');
        const { code } = await trial.command([...words, '--help']);
        ensure(code === 0, `newswatch ${words.join(' ')} --help exits with ${code}`);
      }
    },
  },
  {
    id: '1.1-4',
    text: 'The MCP server speaks JSON-RPC.',
    surfaces: ['mcp'],
    check: async (trial) => {
      const { text } = await trial.send(rpcRequest('no/such/method'));
      ensure(/"jsonrpc":\s*"2\.0"/.test(text), `not a JSON-RPC response: ${describe(text)}`);
    },
  },
  {
    id: '1.1-5',
    text: 'The command line prints JSON on stdout.',
    surfaces: ['cli'],
    check: async (trial) => {
      const { stdout } = await trial.command(['account', 'overview']);
      objectIn(JSON.parse(stdout));
    },
  },
  {
    id: '1.1-6',
    text: 'The command line prints help on stderr.',
    surfaces: ['cli'],
    check: async (trial) => {
      const { stdout, stderr } = await trial.command(['--help']);
      ensure(stdout === '' && /usage/i.test(stderr), `stdout: ${describe(stdout)}`);
    },
  },
];

const documented = operationList.filter(({ documented }) => documented);
