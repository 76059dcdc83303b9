import { operations } from '../../contract/operations.ts';
import { contains, describe, listAt, objectIn, textAt } from '../json.ts';
import type { CheckedStatement } from '../statement.ts';
import type { CommandResult } from '../surfaces/command-line.ts';
import { parseJson } from '../surfaces/http.ts';
import type { SurfaceName } from '../surfaces/surface.ts';
import { exampleUrl } from '../trial.ts';
import { ensure } from '../violation.ts';

const { delivery } = operations;
const onCommandLine: readonly SurfaceName[] = ['cli'];

/** docs/service.md §6 */
export const commandLine: readonly CheckedStatement[] = [
  {
    id: '6-1',
    text: 'The command line reads the API key from `SERVICE_API_KEY`.',
    surfaces: onCommandLine,
    check: async (trial) => {
      succeeded(await trial.command(['account', 'overview']));
      const { code } = await trial.command(['account', 'overview'], 'anonymous');
      ensure(code !== 0, 'it succeeds without a key');
    },
  },
  {
    id: '6-2',
    text: '`account overview` prints the overview.',
    surfaces: onCommandLine,
    check: async (trial) => void succeeded(await trial.command(['account', 'overview'])),
  },
  {
    id: '6-3',
    text: '`news search <query>` prints the found items.',
    surfaces: onCommandLine,
    check: async (trial) => {
      const topic = await trial.topic();
      const body = succeeded(await trial.command(['news', 'search', topic]));
      ensure(contains(body, topic), `a search for ${describe(topic)} does not find it`);
    },
  },
  {
    id: '6-4',
    text: '`delivery connect --platform webhook --webhook-url <url> --monitor <id>` connects.',
    surfaces: onCommandLine,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      const { body } = await trial.connect(exampleUrl(), { monitor_id: id });
      ensure(contains(body, id), `the connection does not name the monitor: ${describe(body)}`);
      textAt(body, 'signing_secret');
    },
  },
  {
    id: '6-5',
    text: 'Without `--monitor` a connection covers all monitors.',
    surfaces: onCommandLine,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      const { body } = await trial.connect();
      ensure(!contains(body, id), `the connection names a monitor: ${describe(body)}`);
    },
  },
  {
    id: '6-6',
    text: '`delivery get` prints the delivery state.',
    surfaces: onCommandLine,
    check: async (trial) => {
      const body = succeeded(await trial.command(['delivery', 'get']));
      listAt(body, 'webhook_deliveries');
    },
  },
  {
    id: '6-7',
    text: 'Output is JSON on stdout, and equals the HTTP response.',
    surfaces: onCommandLine,
    check: async (trial) => {
      const body = succeeded(await trial.command(['delivery', 'get']));
      const { body: overHttp } = await trial.call(delivery.get, {}, 'paid', 'http');
      ensure(JSON.stringify(body) === JSON.stringify(overHttp), 'it differs from HTTP');
    },
  },
  {
    id: '6-8',
    text: 'Help is printed on stderr.',
    surfaces: onCommandLine,
    check: async (trial) => {
      for (const words of [[], ['delivery'], ['delivery', 'connect']]) {
        const { stdout, stderr } = await trial.command([...words, '--help']);
        ensure(stdout === '', `${words.join(' ')} --help prints on stdout`);
        ensure(/usage/i.test(stderr), `${words.join(' ')} --help prints no help`);
      }
    },
  },
  {
    id: '6-9',
    text: 'If a plan is required, the command line prints the error payload.',
    surfaces: onCommandLine,
    needs: ['unpaid key'],
    check: async (trial) => {
      const { stdout } = await trial.command(['news', 'latest'], 'unpaid');
      const body = objectIn(parseJson(stdout, 'news latest'));
      ensure(body['error'] === 'plan_required', describe(body));
    },
  },
  {
    id: '6-10',
    text: 'If a plan is required, the exit code is not zero.',
    surfaces: onCommandLine,
    needs: ['unpaid key'],
    check: async (trial) => {
      const { code } = await trial.command(['news', 'latest'], 'unpaid');
      ensure(code !== 0 && code !== null, `the exit code is ${code}`);
    },
  },
];

/** The JSON that a command printed. @throws {Violation} if it failed */
function succeeded({ code, stdout, stderr }: CommandResult): unknown {
  ensure(code === 0, `exit code ${code}: ${describe(stderr)}`);
  return parseJson(stdout, 'the command');
}
