import { type Client, createClient } from '../client/client.ts';
import type { ClientOptions } from '../client/client-options.ts';
import { ManualClock } from '../server/clock.ts';
import { startServer } from '../server/server.ts';
import type { RunningServer, ServerOptions } from '../server/server-options.ts';

/** Options of {@link startTestServer}: those of `startServer`, and the start of the clock. */
export interface TestServerOptions extends Omit<ServerOptions, 'clock'> {
  /** When the clock starts: RFC 3339, or milliseconds since the epoch (default: 2026-01-01T12:00:00Z). */
  now?: string | number;
  /** Options of the client besides its URL and key (default: `{ retries: 0 }`). */
  client?: Omit<ClientOptions, 'baseUrl' | 'apiKey'>;
}

/** A server in this process, with its client and its clock. */
export interface TestServer extends RunningServer {
  /** The first valid key of the fixture, or that of the default account. */
  apiKey: string;
  /** A client with {@link TestServer.apiKey}. `close()` closes it too. */
  client: Client;
  /** The clock of the server. It only moves when the test advances it. */
  clock: ManualClock;
}

const defaultStart = '2026-01-01T12:00:00Z';

/**
 * Starts a server with its store in memory, one paid account, a manual clock and a client. Webhooks may go
 * to this machine.
 *
 * @throws {SettingError} if an option of the client is unknown or invalid
 * @throws {TypeError} if no key is known: none of the fixture is valid, or the data folder has keys already
 */
export async function startTestServer({
  now = defaultStart,
  client: clientOptions = {},
  ...options
}: TestServerOptions = {}): Promise<TestServer> {
  const clock = new ManualClock(now);
  const server = await startServer({ allowPrivateWebhooks: true, ...options, clock });
  const { apiKey, baseUrl } = server;
  try {
    if (apiKey === undefined) {
      throw new TypeError(
        'no API key is known: the fixture needs an account with one, { id, keys: [key] }',
      );
    }
    const client = createClient({ retries: 0, ...clientOptions, baseUrl, apiKey });
    const close = async () => {
      await client.close();
      await server.close();
    };
    return { ...server, apiKey, client, clock, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await server.close();
    throw error;
  }
}
