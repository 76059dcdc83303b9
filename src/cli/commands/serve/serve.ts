import type { Command } from 'commander';
import type { RunningServer } from 'newswatch/server';
import { errorMessage } from '../../../node/error-message.ts';
import { jsonLog, type Log } from '../../../node/log.ts';
import { bundles } from '../../bundles.ts';
import { type Failure, invalidInput } from '../../errors/failure.ts';
import { addLazily } from '../../help/lazy-commands.ts';
import { withManual } from '../../help/manual.ts';
import type { ImportProgressBar } from '../../output/progress-bar.ts';
import { untilAborted } from '../../run/interruption.ts';
import { startFailure } from '../../run/start-failure.ts';
import type { Shell } from '../../shell.ts';
import { copyFrom } from './copy-from.ts';
import { resolveDatabase } from './database.ts';
import { type ServeFlags, serverOptions } from './server-options.ts';

/** Adds `serve`: runs the reference server until a signal arrives. */
export function addServe(program: Command, shell: Shell): void {
  const command = withManual(program.command('serve'), { examples })
    .summary('Run the reference server')
    .description(
      'Run the reference server: the complete service, with SQLite or PostgreSQL. When ready, prints one\nline of JSON on stdout ({"base_url", "api_key", "settings_url", "data", "secrets"}); logs JSON lines to\nstderr. settings_url is a one-time sign-in link; SIGUSR2 prints another one on stdout.',
    );
  addLazily(command, () =>
    command
      .option('--host <address>', 'address to listen on', '127.0.0.1')
      .option('--allow-host <name...>', 'additional host names that MCP requests may use')
      .option('--port <n>', 'port to listen on; 0 chooses a free one', '8787')
      .option('--public-url <url>', 'public origin of the server, if it is behind a proxy')
      .option(
        '--trust-proxy <address...>',
        'IP addresses or networks of proxies whose X-Forwarded-For names the client',
      )
      .option(
        '--data <folder>',
        'data folder, or :memory: to store nothing (default: your data folder; see doctor)',
      )
      .option(
        '--database <url>',
        'PostgreSQL database to use instead of --data: postgres://user:password@host/name; several servers can share it (env: DATABASE_URL, which ps does not show)',
      )
      .option('--database-connections <n>', 'maximum number of database connections', '10')
      .option(
        '--copy-from <folder>',
        'copy the SQLite store of this data folder to --database, print the row counts and exit',
      )
      .option(
        '--news <file...>',
        'news to import at startup: JSON Lines (also .gz) or a feed; file or URL',
      )
      .option('--feed <source...>', 'feeds to poll: file or URL')
      .option(
        '--fixture <file>',
        'JSON file with accounts, keys, monitors, alerts, deliveries and news to start with; see schema --fixture, and docs/contracts.md for editors',
      )
      .option(
        '--retain <kind=time...>',
        'how long to keep records, such as runs=30d news=forever (defaults: runs 30d, alerts 90d, deliveries 90d, briefings 90d, usage 90d, news forever)',
      )
      .option(
        '--secret-key-file <file>',
        'file with the keys that encrypt signing secrets in the store, the current one first (env: NEWSWATCH_SECRET_KEY)',
      )
      .option('--sample', 'import the bundled sample news')
      .option('--new-key', 'create and print another API key for the first account')
      .option('--clock-rate <n>', 'speed of the schedule, as a multiple of real time', '1')
      .option(
        '--drain-delay <seconds>',
        'time after a signal in which /readyz is 503 and requests are still accepted',
        '0.1',
      )
      .option(
        '--agent <command>',
        'program that executes agentic monitors, started without a shell; openai-compatible is a bundled one, which asks a chat completions endpoint (env: OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_API_KEY)',
      )
      .option('--agent-env <name...>', 'environment variables that the agent gets besides PATH')
      .option('--agent-runs-per-hour <n>', 'maximum number of agentic runs in an hour', '100')
      .option(
        '--allow-private-webhooks',
        "for tests: allow http and private addresses for webhooks and monitors' feeds",
      )
      .option(
        '--fault <operation=effect...>',
        'for tests: fail an operation, or * for all, with :N only N times (news.search=429:2). Effects, separated by commas: a status, retry-after=seconds, delay=ms, and reset, cut, hang, truncated, bad-json, html or wrong-type, which damage the response',
      )
      .option('--latency <ms>', 'for tests: delay each operation', '0'),
  );
  command.action(async (flags: ServeFlags) => {
    const database = await resolveDatabase(flags, command, shell);
    if (flags.copyFrom === undefined) await serve({ ...flags, database }, shell);
    else await copyFrom(flags.copyFrom, database, shell);
  });
}

const examples = [
  'serve --data :memory: --sample --port 0',
  'serve --data ./data --news news.jsonl.gz --feed https://example.com/feed.xml',
  'serve --database postgres://newswatch@db.example.com/newswatch --host 0.0.0.0',
];

/** Milliseconds; longer than the server waits for active requests and deliveries. */
const shutdownGrace = 15_000;

async function serve(flags: ServeFlags, shell: Shell): Promise<void> {
  const { startServer } = await bundles.server();
  const bar = await createImportProgressBar(shell);
  const log = jsonLog((line) => {
    bar?.end();
    shell.output.note(line);
  });
  const signal = shell.interruption();
  try {
    const options = await serverOptions(flags, shell);
    const server = await startServer({
      ...options,
      log,
      signal,
      onProgress: (progress) => bar?.show(progress),
    });
    bar?.end();
    shell.interruption(shutdownGrace + (options.drainDelay ?? 0));
    const { baseUrl: base_url, apiKey: api_key, data, secrets } = server;
    // Registered before the ready line is printed: after it, SIGUSR2 must not end the process.
    shell.onUserSignal(() => void printSignInLink(server, log, shell));
    const settings_url = await server.settingsUrl().catch(async (error: unknown) => {
      await server.close();
      throw error;
    });
    const key = api_key === undefined ? {} : { api_key };
    shell.output.line({ base_url, ...key, settings_url, data, secrets });
    await untilAborted(signal);
    await server.close();
  } catch (error) {
    bar?.end();
    if (!signal.aborted) throw serveFailure(error, flags);
  }
}

/**
 * Prints a link on stdout, like the ready line. The log does not contain it, because anybody who has
 * it can sign in. Errors are logged: they must not end the server.
 */
async function printSignInLink(server: RunningServer, log: Log, { output }: Shell): Promise<void> {
  try {
    output.line({ settings_url: await server.settingsUrl() });
    log('info', 'sign-in link printed');
  } catch (error) {
    log('error', 'no sign-in link', { reason: errorMessage(error) });
  }
}

async function createImportProgressBar({ output }: Shell): Promise<ImportProgressBar | undefined> {
  if (!output.terminal) return undefined;
  const { ImportProgressBar } = await import('../../output/progress-bar.ts');
  return new ImportProgressBar(output.terminal);
}

function serveFailure(error: unknown, { host, port }: ServeFlags): Failure {
  if (error instanceof Error && error.name === 'FaultError') {
    return invalidInput(`--fault: ${error.message}`, 'See: newswatch serve --help');
  }
  if (error instanceof Error && error.name === 'SecretKeyError') {
    return invalidInput(`--secret-key-file or NEWSWATCH_SECRET_KEY: ${error.message}`);
  }
  if (error instanceof Error && error.name === 'RetentionError') {
    return invalidInput(`--retain: ${error.message}`, 'See: newswatch serve --help');
  }
  const fixable = ['FixtureError', 'FeedError', 'StoreUnavailable'];
  return startFailure(error, { host, port, fixable });
}
