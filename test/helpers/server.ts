import { type RunningServer, type ServerOptions, startServer } from 'newswatch/server';
import { afterAll, beforeAll } from 'vitest';
import { closing } from './closing.ts';
import { type AcquiredPlace, acquireStorePlace, testStoreOptions } from './test-store.ts';

export const paidKey = 'nw_paid_0123456789';
export const unpaidKey = 'nw_unpaid_0123456789';

/** A paid and an unpaid account, with a key each. */
export const twoAccounts = {
  accounts: [
    { id: 'paid', plan: 'active', keys: [paidKey] },
    { id: 'unpaid', plan: 'none', keys: [unpaidKey] },
  ],
} as const satisfies { accounts: readonly unknown[] };

/** A mutable copy of {@link twoAccounts}. */
function twoAccountsFixture() {
  return { accounts: twoAccounts.accounts.map((each) => ({ ...each, keys: [...each.keys] })) };
}

/** A server with its own store; by default with {@link twoAccounts} and the sample news. */
export async function testServer(options: ServerOptions = {}): Promise<RunningServer> {
  const storeOptions = options.data === undefined ? await testStoreOptions() : {};
  return closing(await startServer({ ...defaults(), ...storeOptions, ...options }));
}

/**
 * Starts one server for all tests of the file or `describe` block. For tests that do not change what
 * others see. Returns a function that gets the server.
 */
export function sharedServer(options: ServerOptions = {}): () => RunningServer {
  let server: RunningServer | undefined;
  let place: AcquiredPlace | undefined;
  beforeAll(async () => {
    place = await acquireStorePlace();
    server = await startServer({ ...defaults(), ...place.options, ...options });
  });
  afterAll(async () => {
    await server?.close();
    place?.release();
  });
  return () => {
    if (!server) throw new Error('the shared server only runs while a test runs');
    return server;
  };
}

function defaults(): ServerOptions {
  const rateLimits = { key: 'off', address: 'off' };
  return { sample: true, fixture: twoAccountsFixture(), databaseConnections: 4, rateLimits };
}

/** The environment variables with which the command line calls a server. */
export function envFor({ baseUrl }: { baseUrl: string }, key: string = paidKey) {
  return { SERVICE_BASE_URL: baseUrl, SERVICE_API_KEY: key };
}
