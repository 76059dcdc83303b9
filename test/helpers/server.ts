import { type RunningServer, type ServerOptions, startServer } from 'newswatch/server';
import { afterAll, afterEach } from 'vitest';
import { testStoreOptions } from './test-store.ts';

const running: { close(): Promise<unknown> }[] = [];

async function closeAll(): Promise<void> {
  await Promise.all(running.splice(0).map((each) => each.close()));
}

// Concurrent tests share the list, so theirs are closed at the end of the file.
afterEach(async ({ task }) => {
  if (!task.concurrent) await closeAll();
});
afterAll(closeAll);

/** Closes a resource after the test, or at the end of the file if its tests run concurrently. */
export function closing<Closable extends { close(): Promise<unknown> }>(each: Closable): Closable {
  running.push(each);
  return each;
}

export const paidKey = 'nw_paid_0123456789';
export const unpaidKey = 'nw_unpaid_0123456789';

/** A paid and an unpaid account, with a key each. */
export const twoAccounts = {
  accounts: [
    { id: 'paid', plan: 'active', keys: [paidKey] },
    { id: 'unpaid', plan: 'none', keys: [unpaidKey] },
  ],
} as const satisfies { accounts: readonly unknown[] };

/** A server with its own store; by default with {@link twoAccounts} and the sample news. */
export async function testServer(options: ServerOptions = {}): Promise<RunningServer> {
  const fixture = {
    accounts: twoAccounts.accounts.map((each) => ({ ...each, keys: [...each.keys] })),
  };
  const storeOptions = options.data === undefined ? await testStoreOptions() : {};
  return closing(
    await startServer({
      sample: true,
      fixture,
      databaseConnections: 4,
      ...storeOptions,
      ...options,
    }),
  );
}

/** The environment variables with which the command line calls a server. */
export function envFor({ base_url }: { base_url: string }, key: string = paidKey) {
  return { SERVICE_BASE_URL: base_url, SERVICE_API_KEY: key };
}
