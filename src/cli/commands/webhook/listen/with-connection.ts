import { setTimeout as delay } from 'node:timers/promises';
import type { RawClient } from '../../../../client/raw-client.ts';
import { once } from '../../../../contract/once.ts';
import { operations } from '../../../../contract/operations.ts';
import { defaultRetries } from '../../../config/settings.ts';
import { callFailure, Failure } from '../../../errors/failure.ts';
import { printErrorResponse } from '../../../output/print-response.ts';
import { createCliClient, withSettings } from '../../../run/cli-client.ts';
import { assertNotReadOnly } from '../../../run/read-only.ts';
import type { Shell } from '../../../shell.ts';
import { type Connecting, shutdownGrace } from './connecting.ts';
import { webhookUrl } from './endpoint.ts';
import { removeLeftOvers } from './left-over.ts';
import { ListenConnection } from './listen-connection.ts';
import type { ListenFlags } from './listen-flags.ts';
import { Refusal } from './refusal.ts';

/** Milliseconds after a signal in which a response with a new connection may still arrive. */
const connectGrace = 1000;

/**
 * Calls `receive` with a connection that is made when the receiver listens, and removed when it has
 * ended for whatever reason. An error response of the service is printed as it was sent.
 */
export async function withConnection(
  flags: ListenFlags,
  shell: Shell,
  receive: (connecting: Connecting) => Promise<void>,
): Promise<void> {
  if (flags.local) {
    throw new Failure('conflicting_option', '--connect cannot be used with --local', {
      hint: 'The bundled server ends with the command: start newswatch serve --allow-private-webhooks instead',
    });
  }
  assertNotReadOnly('webhook listen --connect', shell);
  // --retries are those of the handler.
  await withSettings({ ...flags, retries: defaultRetries }, shell, async (settings) => {
    const client = createCliClient(settings, shell);
    let connection: ListenConnection | undefined;
    let leftOvers: string[] = [];
    const disconnect = once(async () => {
      await (connection && shell.finishing(connection.remove()));
    });
    try {
      await receive({
        async connect(url) {
          ({ connection, leftOvers } = await connect(client, flags, url, shell));
          return [connection.secret];
        },
        describe: () => ({ webhook_url: connection?.webhookUrl, channel: connection?.id }),
        notes: () => leftOvers,
        disconnect,
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { response } = error;
      await printErrorResponse(response, {}, shell);
      if (flags.tunnelUrl === undefined && isAboutUrl(response.status))
        shell.output.note(tunnelHint);
    } finally {
      await disconnect();
      await client.close();
    }
  });
}

const tunnelHint =
  'newswatch: the service does not deliver to this machine: start a tunnel to port 8788, and pass its public https URL as --tunnel-url (see docs/webhooks.md)';

/** The specification does not say with which status a private address is rejected. */
function isAboutUrl(status: number): boolean {
  return status === 400 || status === 422;
}

/** A signal aborts the call only if its response does not arrive soon: the service may have connected. */
async function connect(
  client: RawClient,
  flags: ListenFlags,
  url: string,
  shell: Shell,
): Promise<{ connection: ListenConnection; leftOvers: string[] }> {
  const interruption = shell.interruption(shutdownGrace);
  const limit = new AbortController();
  const abort = async () => {
    await delay(connectGrace, undefined, { ref: false });
    limit.abort(interruption.reason);
  };
  interruption.addEventListener('abort', abort, { once: true });
  const options = { signal: limit.signal, deadline: await shell.deadline() };
  const target = { webhook_url: webhookUrl(flags, url, shell), monitor_id: flags.monitor };
  try {
    const leftOvers = await removeLeftOvers(client, target.webhook_url, options);
    const connection = await ListenConnection.make(client, target, options, shell);
    return { connection, leftOvers };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw callFailure(error, operations.delivery.connect);
  } finally {
    interruption.removeEventListener('abort', abort);
  }
}
