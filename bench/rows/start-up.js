import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signedHeaders } from 'newswatch/webhooks';
import { binary, emptyScript, run, versionOf } from '../harness/programs.js';
import { alternate, ratios, spread } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const toEmpty = (command, target, bound) => ({
  what: `\`${command}\`, to an empty node script`,
  unit: '×',
  target: atMost(target),
  bound: atMost(bound),
});
const milliseconds = (what) => ({ what, unit: 'ms' });

const secret = 'whsec_bench';

/** A file with the signing secret, and the arguments by which the body verifies. */
function verifying(folder, body) {
  const file = join(folder, 'secret');
  writeFileSync(file, secret, { mode: 0o600 });
  const headers = signedHeaders({ body, eventId: 'evt_1', secrets: secret });
  const value = (name) => Object.entries(headers).find(([key]) => key.toLowerCase() === name)[1];
  return [
    ...['webhook', 'verify', '--secret-file', file, '--event-id', 'evt_1'],
    ...['--signature', value('x-service-signature')],
    ...['--timestamp', value('x-service-timestamp')],
  ];
}

export const startUp = {
  name: 'start-up',
  title: 'Start-up of the command line',
  compares:
    'Whole processes, from start to end, against node with an empty script, and HTTPie’s GET of the same address. The server is the real one, on loopback, in a process of its own.',
  leavesOut:
    'What npx or a shell add, TLS and distance. Files are in the system’s cache: a first start after boot takes longer, for node as for newswatch.',
  spent:
    'By profile (`node --cpu-prof`) and by the largest parts, beyond what node itself needs: reading the bundle and its code cache (`node:vm`) takes 2 ms for `--version`, 3 for `--help` and 4 for `account overview`; Node’s streams and `net`, which stdout is made of, 2 ms; setting Commander up and printing the help 4 to 5 ms; `webhook verify` adds `node:crypto` (1.5 ms); `account overview` adds undici, its parser (WebAssembly, 3 ms) and the exchange itself.',
  tried:
    'A code cache for Node 20, which has none of its own, and one of its own for what takes few functions (`--version`, `--help`, `webhook`): V8 reads a cache as a whole. Node’s own modules come out of a code cache too, which V8 rejects once a flag has been set: the flag for the WebAssembly parser is set only when a connection is there (before, `net` and what else came later was compiled anew). `node:crypto`, `node:fs/promises` and other large modules are loaded when one of their functions is called, stdin is opened by who reads it, `performance` is not asked for the time. Schemas and flags are made when they are looked at. What verifies webhooks is in the same bundle. Together, in one sitting: `--help` from 1.38 to 1.24, `webhook verify` from 1.8 to 1.3, `account overview` from 1.7 to 1.5. Flags of V8 for its garbage collector are out of the question: code caches are rejected then. Reading the bundle as Latin-1, or bundle and cache into one buffer, changed nothing.',
  settings: { rounds: 31 },
  check: { rounds: 9 },
  figures: {
    overview: toEmpty('account overview', 1.6, 3),
    overviewToHttpie: {
      what: '`account overview`, to HTTPie’s GET',
      unit: '×',
      target: atMost(0.55),
    },
    version: toEmpty('--version', 1.2, 1.9),
    help: toEmpty('--help', 1.3, 2.4),
    verify: toEmpty('webhook verify', 1.3, 3.5),
    emptyTime: milliseconds('an empty node script'),
    versionTime: milliseconds('`--version`'),
    helpTime: milliseconds('`--help`'),
    verifyTime: milliseconds('`webhook verify`'),
    overviewTime: milliseconds('`account overview`'),
    httpieTime: milliseconds('HTTPie’s GET'),
  },
  async measure({ rounds }) {
    const folder = temporaryFolder();
    const empty = emptyScript(folder);
    const server = await startServerProgram();
    const env = { SERVICE_BASE_URL: server.baseUrl, SERVICE_API_KEY: apiKey };
    const newswatch = (args, input) => () =>
      run(process.execPath, [binary, ...args], { env, input });
    const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test' });
    const get = ['GET', `${server.baseUrl}/api/v1/account/overview`];
    const authorization = `Authorization:Bearer ${apiKey}`;
    const contenders = {
      empty: () => run(process.execPath, [empty]),
      version: newswatch(['--version']),
      help: newswatch(['--help']),
      verify: newswatch(verifying(folder, body), body),
      overview: newswatch(['account', 'overview']),
    };
    if (versionOf('http') !== undefined) {
      contenders.httpie = () => run('http', ['--ignore-stdin', ...get, authorization]);
    }
    // All once before it counts: the files are in the system's cache.
    await alternate(contenders, 1);
    const figures = await alternate(contenders, rounds);
    await server.stop();
    const httpie = figures.httpie && {
      overviewToHttpie: ratios(figures, 'overview', 'httpie'),
      httpieTime: spread(figures.httpie),
    };
    const { empty: emptyTimes, version, help, verify, overview } = figures;
    return {
      overview: ratios(figures, 'overview', 'empty'),
      version: ratios(figures, 'version', 'empty'),
      help: ratios(figures, 'help', 'empty'),
      verify: ratios(figures, 'verify', 'empty'),
      emptyTime: spread(emptyTimes),
      versionTime: spread(version),
      helpTime: spread(help),
      verifyTime: spread(verify),
      overviewTime: spread(overview),
      ...httpie,
    };
  },
};
