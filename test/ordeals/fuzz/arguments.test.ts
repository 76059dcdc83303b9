import fc from 'fast-check';
import { it } from 'vitest';
import { envFor, paidKey, testServer } from '../../helpers/server.ts';
import { commandLine } from './command-lines.ts';
import { expectKept } from './outcome.ts';
import { playground } from './playground.ts';
import { runInside } from './run-inside.ts';
import { holds, timeLimit } from './runs.ts';

it(
  'the contract holds for any arguments',
  async () => {
    const { env } = playground();
    const given = { ...env, SERVICE_TIMEOUT: '1', ...envFor(await testServer()) };
    const input = fc.constantFrom('', 'otters\n', '{"query":"x"}', '\ufeff{}', '\0', 'nw_key\n');
    await holds(
      300,
      fc.asyncProperty(commandLine, input, async (args, text) => {
        const outcome = await runInside(args, { env: given, input: text });
        expectKept(args, outcome, [paidKey]);
      }),
    );
  },
  timeLimit,
);
