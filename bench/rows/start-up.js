import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signedHeaders } from 'newswatch/webhooks';
import { binary, emptyScript, run, versionOf } from '../harness/programs.js';
import { alternate, ratios, spread } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const toEmpty = (command, target, bound) => ({
  what: `\`${command}\`, relative to an empty Node script`,
  unit: '×',
  target: atMost(target),
  bound: atMost(bound),
});
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
    'Whole processes, from start to exit, compared with node running an empty script and with a GET of the same address by HTTPie. The server is the real one, on loopback, in its own process.',
  leavesOut:
    'npx, the shell, TLS and distance. Files are in the system cache: a first start after boot takes longer, for node as well.',
  settings: { rounds: 31 },
  check: { rounds: 9 },
  figures: {
    overview: toEmpty('account overview', 1.6, 3),
    overviewToHttpie: {
      what: '`account overview`, relative to a GET by HTTPie',
      unit: '×',
      target: atMost(0.55),
    },
    version: toEmpty('--version', 1.2, 1.9),
    help: toEmpty('--help', 1.3, 2.4),
    verify: toEmpty('webhook verify', 1.3, 3.5),
    emptyTime: milliseconds('an empty Node script'),
    versionTime: milliseconds('`--version`'),
    helpTime: milliseconds('`--help`'),
    verifyTime: milliseconds('`webhook verify`'),
    overviewTime: milliseconds('`account overview`'),
    httpieTime: milliseconds('a GET by HTTPie'),
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
      verify: newswatch(await verifying(folder, body), body),
      overview: newswatch(['account', 'overview']),
    };
    if (versionOf('http') !== undefined) {
      contenders.httpie = () => run('http', ['--ignore-stdin', ...get, authorization]);
    }
    // One unmeasured round: files get into the system cache.
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
