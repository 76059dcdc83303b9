import { type Client, createClient } from '../client/client.ts';
import type { ClientOptions } from '../client/client-options.ts';
import { checkOptions } from '../contract/check-options.ts';
import { type OptionTypes, object } from '../contract/option-types.ts';
import { ManualClock } from '../server/clock.ts';
import { startServer } from '../server/server.ts';
import { serverOptionTypes } from '../server/server-option-types.ts';
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

const { clock: _, ...typesWithoutClock } = serverOptionTypes;

const optionTypes: OptionTypes<TestServerOptions> = {
  ...typesWithoutClock,
  now: {
    description: 'RFC 3339, or milliseconds since the epoch',
    accepts: (value) => typeof value === 'string' || typeof value === 'number',
  },
  client: object,
};

/**
 * Starts a server with its store in memory, one paid account, a manual clock and a client. Webhooks may go
 * to this machine, and requests have no rate limits unless `rateLimits` sets them. The server does not keep
 * the process running, so that a test that forgets `close()` ends.
 *
 * @param options those of `startServer()` except `clock`, and `now` and `client`
 * @throws {TypeError} if an option is unknown or has another type, or no API key is known: that of an
 *   existing data folder is not
 * @throws {RangeError} if `now` is not a time
 * @throws {FixtureError} if the fixture is not valid
 * @throws {FaultError} if `latency` or one of the `faults` is not valid
 * @throws {SettingError} if an option of the client is not valid
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  checkOptions('startTestServer()', options, optionTypes);
  const { now = defaultStart, client: clientOptions, ...serverOptions } = options;
  const clock = new ManualClock(now);
  const server = await startServer({
    allowPrivateWebhooks: true,
    ref: false,
    ...serverOptions,
    rateLimits: { key: 'off', address: 'off', ...serverOptions.rateLimits },
    clock,
  });
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
