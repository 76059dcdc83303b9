import fc from 'fast-check';
import { it } from 'vitest';
import { envFor, paidKey, testServer } from '../../helpers/server.ts';
import { commandLine } from './command-lines.ts';
import { expectContract } from './outcome.ts';
import { runInProcess } from './run-in-process.ts';
import { checkProperty, timeLimit } from './runs.ts';
import { createWorkingFolder } from './working-folder.ts';

it(
  'the contract holds for any arguments',
  async () => {
    const { env } = createWorkingFolder();
    const given = { ...env, SERVICE_TIMEOUT: '1', ...envFor(await testServer()) };
    const input = fc.constantFrom('', 'otters\n', '{"query":"x"}', '\ufeff{}', '\0', 'nw_key\n');
    await checkProperty(
      300,
      fc.asyncProperty(commandLine, input, async (args, text) => {
        const outcome = await runInProcess(args, { env: given, input: text });
        expectContract(args, outcome, [paidKey]);
      }),
    );
  },
  timeLimit,
);
