import { createPoolClient } from '../../client/connection/pool-client.ts';
import type { RawClient } from '../../client/raw-client.ts';
import type { ServiceRequest } from '../../client/request.ts';
import type { CallAttempt } from '../../client/with-retries.ts';
import { proxyFor } from '../config/proxy.ts';
import {
  type CallSettings,
  type GlobalFlags,
  localSettings,
  remoteSettings,
} from '../config/settings.ts';
import type { Shell } from '../shell.ts';

/**
 * Runs work with the settings of the service or, with `--local`, of the bundled server. All output
 * redacts the API key.
 */
export async function withSettings(
  flags: GlobalFlags,
  shell: Shell,
  work: (settings: CallSettings) => Promise<void>,
): Promise<void> {
  const run = (settings: CallSettings) => {
    shell.output.conceal(settings.apiKey);
    return work(settings);
  };
  if (flags.local) {
    const common = await localSettings(flags, shell);
    const { withLocalServer } = await import('./local-server.ts');
    await withLocalServer(shell, (server) => run({ ...server, ...common }));
  } else {
    await run(await remoteSettings(flags, shell));
  }
}

/** The settings of a client; without an API key, for requests that need none. */
type ClientSettings = Omit<CallSettings, 'apiKey'> & Partial<Pick<CallSettings, 'apiKey'>>;

/** All output redacts the client's API key. With `--verbose`, it logs each attempt. */
export function createCliClient(settings: ClientSettings, shell: Shell): RawClient {
  if (settings.apiKey !== undefined) shell.output.conceal(settings.apiKey);
  return createPoolClient({
    ...settings,
    proxy: proxyFor(settings.baseUrl),
    onAttempt: (request, attempt) => {
      if (settings.verbose) shell.output.note(attemptSummary(request, attempt));
    },
  });
}

function attemptSummary(
  { method, path }: ServiceRequest,
  { status, error, duration, retryDelay }: CallAttempt,
): string {
  const retry = retryDelay === undefined ? '' : `; retrying in ${Math.round(retryDelay)} ms`;
  return `newswatch: ${method} ${path}: ${status ?? error}, ${Math.round(duration)} ms${retry}`;
}
