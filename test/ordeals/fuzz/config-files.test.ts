import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { it } from 'vitest';
import { envFor, paidKey, testServer } from '../../helpers/server.ts';
import { anyText } from './command-lines.ts';
import { expectContract } from './outcome.ts';
import { runInProcess } from './run-in-process.ts';
import { checkProperty, timeLimit } from './runs.ts';
import { createWorkingFolder } from './working-folder.ts';

const commands = [
  ['usage'],
  ['doctor'],
  ['config', 'list'],
  ['config', 'get', 'timeout'],
  ['config', 'set', 'timeout', '5'],
  ['config', 'unset', 'base-url'],
  ['--profile', 'work', 'config', 'set', 'base-url', 'http://127.0.0.1:9'],
  ['--profile', 'work', 'news', 'latest'],
  ['auth', 'status'],
];

const text = fc.oneof(fc.constantFrom('', '5', 'work', '__proto__', 'secret.txt', '-'), anyText);
const settings = fc.record(
  { base_url: text, timeout: text, api_key_file: text },
  { requiredKeys: [] },
);
const rightShape = fc
  .tuple(
    settings,
    fc.record({ profile: text, profiles: fc.dictionary(text, settings) }, { requiredKeys: [] }),
  )
  .map(([own, others]) => JSON.stringify({ ...own, ...others }));

const content = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.json(),
  rightShape,
  rightShape.map((whole) => whole.slice(0, -1)),
);

it(
  'the contract holds for any settings file',
  async () => {
    const { env, configFile } = createWorkingFolder();
    const { SERVICE_BASE_URL, SERVICE_API_KEY } = envFor(await testServer());
    const given = fc.record(
      { SERVICE_BASE_URL: fc.constant(SERVICE_BASE_URL) },
      { requiredKeys: [] },
    );
    await checkProperty(
      250,
      fc.asyncProperty(content, fc.constantFrom(...commands), given, async (file, args, more) => {
        await writeFile(configFile, file);
        const outcome = await runInProcess(args, { env: { ...env, ...more, SERVICE_API_KEY } });
        expectContract(args, outcome, [paidKey]);
      }),
    );
  },
  timeLimit,
);
