import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { it } from 'vitest';
import { cli } from '../../helpers/cli.ts';
import { envFor, paidKey, testServer } from '../../helpers/server.ts';
import { anyText, commandLine } from './command-lines.ts';
import { expectContract } from './outcome.ts';
import { checkProperty, timeLimit } from './runs.ts';
import { createWorkingFolder } from './working-folder.ts';

/** Commands that run until a signal are tested in this process. */
const untilSignal = new Set(['serve', 'listen', '--follow']);

it(
  'the contract holds for the built binary with any input',
  async () => {
    const { env, configFile } = createWorkingFolder();
    const good = { ...env, ...envFor(await testServer()), SERVICE_TIMEOUT: '1' };
    const ending = commandLine.filter((args) => !args.some((arg) => untilSignal.has(arg)));
    const config = fc.oneof(
      fc.constantFrom('{}', '{"timeout":"1"}', '{"profile":"x"}', '['),
      anyText,
    );
    await checkProperty(
      25,
      fc.asyncProperty(ending, config, anyText, async (args, file, input) => {
        await writeFile(configFile, file);
        expectContract(args, await cli(args, { env: good, input }), [paidKey]);
      }),
    );
  },
  timeLimit,
);
