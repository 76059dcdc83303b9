import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { it } from 'vitest';
import { cli } from '../../helpers/cli.ts';
import { envFor, paidKey, testServer } from '../../helpers/server.ts';
import { commandLine, oddText } from './command-lines.ts';
import { expectKept } from './outcome.ts';
import { playground } from './playground.ts';
import { holds, timeLimit } from './runs.ts';

/** Commands that run until a signal are tested in this process. */
const untilSignal = new Set(['serve', 'listen', '--follow']);

it(
  'the contract holds for the built binary with any input',
  async () => {
    const { env, configFile } = playground();
    const good = { ...env, ...envFor(await testServer()), SERVICE_TIMEOUT: '1' };
    const ending = commandLine.filter((args) => !args.some((arg) => untilSignal.has(arg)));
    const config = fc.oneof(
      fc.constantFrom('{}', '{"timeout":"1"}', '{"profile":"x"}', '['),
      oddText,
    );
    await holds(
      25,
      fc.asyncProperty(ending, config, oddText, async (args, file, input) => {
        await writeFile(configFile, file);
        expectKept(args, await cli(args, { env: good, input }), [paidKey]);
      }),
    );
  },
  timeLimit,
);
