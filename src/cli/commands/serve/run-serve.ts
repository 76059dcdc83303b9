import type { RunningServer } from 'newswatch/server';
import { errorMessage } from '../../../node/error-message.ts';
import { jsonLog, type Log } from '../../../node/log.ts';
import { bundles } from '../../bundles.ts';
import type { GlobalFlags } from '../../config/settings.ts';
import { type Failure, invalidInput } from '../../errors/failure.ts';
import { untilAborted } from '../../run/interruption.ts';
import { startFailure } from '../../run/start-failure.ts';
import { startProgress } from '../../run/start-progress.ts';
import type { Shell } from '../../shell.ts';
import { adminFailure } from '../admin/admin-failure.ts';
import { importState } from './import-state.ts';
import { parseLogLevel, type ServeFlags, serverOptions } from './server-options.ts';

/** Milliseconds; longer than the server waits for active requests and deliveries. */
const shutdownGrace = 15_000;

/**
 * Runs the server until a signal arrives.
 *
 * @throws {Failure} if it cannot start
 */
export async function serve(
  flags: ServeFlags & Pick<GlobalFlags, 'progress'>,
  shell: Shell,
): Promise<void> {
  const { startServer } = await bundles.server();
  const least = parseLogLevel(flags.logLevel);
  const progress = await startProgress(flags, shell);
  const log = jsonLog((line) => shell.output.log(line), least);
  const signal = shell.interruption();
  try {
    const options = await serverOptions(flags, shell);
    const server = await startServer({
      ...options,
      log,
      signal,
      onProgress: (imported) => progress?.update(importState(imported)),
    });
    progress?.end();
    shell.interruption(shutdownGrace + (options.drainDelay ?? 0));
    const { baseUrl: base_url, apiKey: api_key, data, secrets, metricsUrl: metrics_url } = server;
    // Registered before the ready line is printed: after it, SIGUSR2 must not end the process.
    shell.onUserSignal(() => void printSignInLink(server, log, shell));
    const settings_url = await settingsUrlOf(server).catch(async (error: unknown) => {
      await server.close();
      throw error;
    });
    const link = settings_url === undefined ? {} : { settings_url };
    const key = api_key === undefined ? {} : { api_key };
    const metrics = metrics_url === undefined ? {} : { metrics_url };
    shell.output.line({ base_url, ...key, ...link, data, secrets, ...metrics });
    const printed = shell.output.isLost();
    // Only then: Node 22 and later link all modules of an import at once, which would delay the line.
    void printed.then(() => server.preload());
    const aborted = untilAborted(signal);
    // Without the ready line, whoever started the server would wait for it forever.
    const ended = printed.then((isLost) => (isLost ? undefined : aborted));
    await Promise.race([aborted, ended]);
    await server.close();
  } catch (error) {
    progress?.end();
    if (!signal.aborted) throw await serveFailure(error, flags);
  }
}

/** A sign-in link for the first account; `undefined` if the operator has disabled it. */
async function settingsUrlOf(server: RunningServer): Promise<string | undefined> {
  const { AdminError } = await bundles.server();
  return server.settingsUrl().catch((error: unknown) => {
    if (error instanceof AdminError && error.conflict === 'account_disabled') return undefined;
    throw error;
  });
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

async function serveFailure(error: unknown, { host, port }: ServeFlags): Promise<Failure> {
  const { AdminError } = await bundles.server();
  if (error instanceof AdminError) return adminFailure(error);
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
