import * as current from '@modelcontextprotocol/client';
import * as former from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as FormerTransportType } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { RunningServer } from 'newswatch/server';
import { expect } from 'vitest';
import { decided } from './assistant.ts';
import { closing } from './closing.ts';
import { OAuthMemory } from './oauth-memory.ts';
import { paidKey } from './server.ts';
import { TestBrowser } from './test-browser.ts';

const identity = { name: 'test', version: '1.0.0' };

/** Where a client connects to, and its credentials. */
export interface McpTarget {
  url: URL;
  requestInit?: RequestInit;
  authProvider?: OAuthMemory;
}

export function byKey(
  { baseUrl }: Pick<RunningServer, 'baseUrl'>,
  key: string = paidKey,
): McpTarget {
  return {
    url: new URL('/mcp', baseUrl),
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  };
}

export function byPath(
  { baseUrl }: Pick<RunningServer, 'baseUrl'>,
  key: string = paidKey,
): McpTarget {
  return { url: new URL(`/mcp/${key}`, baseUrl) };
}

export function byOAuth(
  { baseUrl }: Pick<RunningServer, 'baseUrl'>,
  authProvider: OAuthMemory,
): McpTarget {
  return { url: new URL('/mcp', baseUrl), authProvider };
}

/** A client that has not connected yet. */
interface UnconnectedClient {
  client: { callTool(call: { name: string }): Promise<{ [field: string]: unknown }> };
  connect(): Promise<void>;
  /** @param callback the parameters of the redirect */
  finishAuth(callback: URLSearchParams): Promise<void>;
}

/** The official client library, version 2. */
export function currentClient({ url, ...options }: McpTarget, mode: 'auto' | 'legacy' = 'auto') {
  const client = closing(new current.Client(identity, { versionNegotiation: { mode } }));
  const transport = new current.StreamableHTTPClientTransport(url, options);
  return {
    client,
    connect: () => client.connect(transport),
    finishAuth: (callback: URLSearchParams) => transport.finishAuth(callback),
  };
}

/** The official client library, version 1. */
export function formerClient({ url, ...options }: McpTarget) {
  const client = closing(new former.Client(identity));
  const transport = new FormerTransport(url, options);
  return {
    client,
    // Its types are wrong with exactOptionalPropertyTypes.
    connect: () => client.connect(transport as FormerTransportType),
    finishAuth: (callback: URLSearchParams) => transport.finishAuth(callback.get('code') ?? ''),
  };
}

/** A connected client of version 2. */
export async function connectCurrent(way: McpTarget, mode?: 'auto' | 'legacy') {
  const { client, connect } = currentClient(way, mode);
  await connect();
  return client;
}

/** Connects a client by OAuth after the first 401, and approves it in a browser. */
export async function connectByOAuth(
  server: RunningServer,
  open: (way: McpTarget) => UnconnectedClient,
  clientMetadataUrl?: string,
) {
  const memory = new OAuthMemory(clientMetadataUrl);
  const first = open(byOAuth(server, memory));
  await expect(first.connect()).rejects.toThrow(/unauthorized/i);
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  const [authorizationUrl] = memory.openedUrls;
  if (!authorizationUrl) throw new Error('the client did not ask for approval');
  const callback = await decided(browser, authorizationUrl);
  await first.finishAuth(callback.searchParams);
  const { client, connect } = open(byOAuth(server, memory));
  await connect();
  return { client, memory, browser, authorizationUrl, callback };
}
