import { type RunningServer, startServer } from 'newswatch/server';
import { afterAll, beforeAll } from 'vitest';

/** Searches, then signs and verifies a webhook. Runs wherever `fetch` and Web Crypto do. */
const tryBoth = `
import { createClient } from 'newswatch';
import { signedHeaders, verifyRequest } from 'newswatch/webhooks';

export async function tryBoth({ SERVICE_BASE_URL: baseUrl, SERVICE_API_KEY: apiKey }) {
  const client = createClient({ baseUrl, apiKey });
  const { items } = await client.news.search({ query: 'chip exports', limit: 1 });
  await client.close();
  const body = '{"id":"evt_1","type":"news.later"}';
  const headers = await signedHeaders({ body, eventId: 'evt_1', secrets: 'whsec_example' });
  const request = new Request('https://hooks.example.com/', { method: 'POST', headers, body });
  const { event } = await verifyRequest(request, { secrets: 'whsec_example' });
  return { items: items.length, event: event.id };
}
`;

/** The files of a program that prints {@link result}, and of a function for AWS Lambda. */
export const programFiles = {
  'try-both.js': tryBoth,
  'main.js': `
import { tryBoth } from './try-both.js';
tryBoth(process.env).then((result) => console.log(JSON.stringify(result)));
`,
  'lambda.js': `
import { tryBoth } from './try-both.js';
export const handler = () => tryBoth(process.env);
`,
};

/** What the program prints. */
export const result = { items: 1, event: 'evt_1' };

/** A function that starts a test server, connects by HTTP and MCP, and opens an inbox for webhooks. */
export const serverProgram = `
import { connectMcp } from 'newswatch/mcp';
import { Inbox } from 'newswatch/receiver';
import { startTestServer } from 'newswatch/testing';

export async function handler() {
  const { client, baseUrl, apiKey, close } = await startTestServer({ sample: true });
  const { items } = await client.news.search({ query: 'chip exports', limit: 1 });
  const metadata = await fetch(new URL('/.well-known/oauth-authorization-server', baseUrl));
  const url = new URL(\`/mcp/\${apiKey}\`, baseUrl);
  const mcp = await connectMcp({ url, fetch }, AbortSignal.timeout(30_000));
  const tools = await mcp.tools();
  await mcp.close();
  await close();
  const inbox = Inbox.open('inbox');
  await inbox.truncateLog();
  inbox.close();
  return { items: items.length, oauth: metadata.status, tools: tools.length > 5 };
}
`;

/** What the function returns. */
export const serverResult = { items: 1, oauth: 200, tools: true };

/** Starts a server with sample news for the tests of a file; returns the environment of its clients. */
export function sampleServer(): () => Record<'SERVICE_API_KEY' | 'SERVICE_BASE_URL', string> {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ sample: true });
  });
  afterAll(() => server.close());
  return () => ({ SERVICE_BASE_URL: server.baseUrl, SERVICE_API_KEY: server.apiKey ?? '' });
}
