import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signedHeaders } from 'newswatch/webhooks';
import { programVersion } from '../harness/peers.js';
import { bareGet, binary, emptyScript, run, versionOf } from '../harness/programs.js';
import { alternate, ratios, spread } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const relative = (what, target, bound) => ({
  what,
  unit: '×',
  target: atMost(target),
  bound: bound && atMost(bound),
});
const toEmpty = (command, target, bound) =>
  relative(`\`${command}\`, relative to an empty Node script`, target, bound);
const milliseconds = (what) => ({ what, unit: 'ms' });

const secret = 'whsec_bench';

/** Writes the signing secret to a file; returns arguments with which the body verifies. */
async function verifying(folder, body) {
  const file = join(folder, 'secret');
  writeFileSync(file, secret, { mode: 0o600 });
  const headers = await signedHeaders({ body, eventId: 'evt_1', secrets: secret });
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
    'Whole processes, from start to exit, on the Node that runs the benchmark, compared with Node running an empty script and with a GET of the same address by `node:http`, curl and HTTPie. The server is the real one, on loopback, in its own process. Node 22 and later keep compiled code from the first run on; a first run has an empty cache in each round. Each version of Node is measured by running the row with it.',
  leavesOut:
    'npx, the shell, TLS and distance. Files are in the system cache: a first start after boot takes longer, also that of an empty script.',
  spent:
    "[Start-up](../decisions/start-up.md#where-the-time-goes) lists the parts of `account overview` in milliseconds. In a CPU profile of `webhook verify` on Node 24, which takes about 27 ms more than an empty script, Node's own modules for cryptography, streams and stdin take 11, compiling the program 5, parsing the arguments 3 and verifying 2. On Node 20, even an empty script takes a third of the time of HTTPie.",
  peers: {
    curl: { version: () => programVersion('curl'), settings: '`-sS`, HTTP/1.1 without TLS.' },
    HTTPie: {
      version: () => programVersion('http'),
      settings: '`--ignore-stdin`, otherwise the defaults.',
    },
  },
  settings: { rounds: 31 },
  check: { rounds: 9 },
  figures: {
    overview: relative('`account overview`, relative to a bare GET', 1.3, 3),
    first: { what: 'the first run of `account overview`, relative to a bare GET', unit: '×' },
    overviewToCurl: { what: '`account overview`, relative to a GET by curl', unit: '×' },
    overviewToHttpie: relative('`account overview`, relative to a GET by HTTPie', 0.55),
    version: toEmpty('--version', 1.3, 1.9),
    help: toEmpty('--help', 1.5, 2.4),
    verify: toEmpty('webhook verify', 1.3, 3.5),
    emptyTime: milliseconds('an empty Node script'),
    versionTime: milliseconds('`--version`'),
    helpTime: milliseconds('`--help`'),
    verifyTime: milliseconds('`webhook verify`'),
    getTime: milliseconds('a bare GET'),
    overviewTime: milliseconds('`account overview`'),
    firstTime: milliseconds('the first run of `account overview`'),
    curlTime: milliseconds('a GET by curl'),
    httpieTime: milliseconds('a GET by HTTPie'),
  },
  async measure({ rounds }) {
    const folder = temporaryFolder();
    const empty = emptyScript(folder);
    const server = await startServerProgram();
    const env = {
      SERVICE_BASE_URL: server.baseUrl,
      SERVICE_API_KEY: apiKey,
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    };
    const newswatch = (args, input) => () =>
      run(process.execPath, [binary, ...args], { env, input });
    const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test' });
    const address = `${server.baseUrl}/api/v1/account/overview`;
    const header = (separator) => `Authorization${separator}Bearer ${apiKey}`;
    const contenders = {
      empty: () => run(process.execPath, [empty]),
      version: newswatch(['--version']),
      help: newswatch(['--help']),
      verify: newswatch(await verifying(folder, body), body),
      get: () => run(process.execPath, [bareGet], { env }),
      overview: newswatch(['account', 'overview']),
      first: () =>
        run(process.execPath, [binary, 'account', 'overview'], {
          env: { ...env, NODE_COMPILE_CACHE: join(temporaryFolder(), 'compiled') },
        }),
    };
    if (versionOf('curl') !== undefined) {
      contenders.curl = () => run('curl', ['-sS', '-H', header(': '), address]);
    }
    if (versionOf('http') !== undefined) {
      contenders.httpie = () => run('http', ['--ignore-stdin', 'GET', address, header(':')]);
    }
    // One unmeasured round: files get into the system cache.
    await alternate(contenders, 1);
    const figures = await alternate(contenders, rounds);
    await server.stop();
    const httpie = figures.httpie && {
      overviewToHttpie: ratios(figures, 'overview', 'httpie'),
      httpieTime: spread(figures.httpie),
    };
    const curl = figures.curl && {
      overviewToCurl: ratios(figures, 'overview', 'curl'),
      curlTime: spread(figures.curl),
    };
    return {
      overview: ratios(figures, 'overview', 'get'),
      first: ratios(figures, 'first', 'get'),
      version: ratios(figures, 'version', 'empty'),
      help: ratios(figures, 'help', 'empty'),
      verify: ratios(figures, 'verify', 'empty'),
      emptyTime: spread(figures.empty),
      versionTime: spread(figures.version),
      helpTime: spread(figures.help),
      verifyTime: spread(figures.verify),
      getTime: spread(figures.get),
      overviewTime: spread(figures.overview),
      firstTime: spread(figures.first),
      ...curl,
      ...httpie,
    };
  },
};
