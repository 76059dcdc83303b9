import fc from 'fast-check';
import { it } from 'vitest';
import { envFor, testServer } from '../../helpers/server.ts';
import { anyText } from './command-lines.ts';
import { expectContract } from './outcome.ts';
import { runInProcess } from './run-in-process.ts';
import { checkProperty, timeLimit } from './runs.ts';
import { createWorkingFolder } from './working-folder.ts';

const commands = [
  ['usage'],
  ['doctor'],
  ['config', 'list'],
  ['config', 'set', 'timeout', '5'],
  ['auth', 'status'],
  ['news', 'search', 'otters', '--retries', '0', '-v'],
  ['monitors', 'create', '--prompt', 'otters', '--dry-run'],
  ['mcp', 'tools'],
  ['webhook', 'listen', '--port', '0', '--data', 'inbox'],
  ['webhook', 'dead'],
  ['alerts', 'list', '--follow', '--bookmark', 'desk'],
  ['--profile', 'work', 'usage'],
];

const anything = fc.oneof(
  fc.constantFrom('', ' ', '0', '1', '-1', '0.5', '1e9', 'work', 'relative/path', 'http://', '*'),
  fc.constantFrom('http://127.0.0.1:9', 'https://127.0.0.1:9', 'socks5://u:p@127.0.0.1:9', '::1'),
  anyText,
);

const names = [
  ...['SERVICE_BASE_URL', 'SERVICE_TIMEOUT', 'SERVICE_PROFILE', 'SERVICE_READ_ONLY', 'NO_COLOR'],
  ...['SERVICE_WEBHOOK_SECRET', 'HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'TERM', 'LC_ALL'],
  ...['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY', 'no_proxy'],
];

/** Long enough not to occur in other output by accident. */
const key = fc.oneof(
  fc.stringMatching(/^nw_[!-~]{12,40}$/),
  fc.string({ unit: 'binary', minLength: 12 }).filter((text) => !/[\0\n ]/.test(text)),
);

it(
  'the contract holds for any environment',
  async () => {
    const { env } = createWorkingFolder();
    const good = { ...env, ...envFor(await testServer()), SERVICE_TIMEOUT: '0.5' };
    const odd = fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 5 });
    await checkProperty(
      150,
      fc.asyncProperty(
        fc.constantFrom(...commands),
        odd,
        fc.option(key),
        async (args, more, own) => {
          const SERVICE_API_KEY = own ?? good.SERVICE_API_KEY;
          const outcome = await runInProcess(args, { env: { ...good, ...more, SERVICE_API_KEY } });
          expectContract(args, outcome, [SERVICE_API_KEY]);
        },
      ),
    );
  },
  timeLimit,
);
