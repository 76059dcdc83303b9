import type { ServerOptions } from 'newswatch/server';
import { paidKey, testServer } from './server.ts';
import { TestBrowser } from './test-browser.ts';
import { clientOf } from './watch.ts';

const otherKey = 'nw_other_0123456789';

/** A server with two paid accounts: a browser signed in to the first, and a client for each. */
export async function signedInBrowser({ fixture, ...options }: ServerOptions = {}) {
  const accounts = [
    { id: 'paid', name: 'Paula', keys: [paidKey] },
    { id: 'other', name: 'Otto <b>', keys: [otherKey] },
  ];
  const server = await testServer({
    allowPrivateWebhooks: true,
    sample: false,
    fixture: { accounts, ...(typeof fixture === 'object' ? fixture : {}) },
    ...options,
  });
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  return { server, browser, client: clientOf(server), other: clientOf(server, otherKey) };
}
