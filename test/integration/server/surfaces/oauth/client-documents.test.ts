import type { ServerResponse } from 'node:http';
import { ManualClock, type RunningServer, type ServerOptions } from 'newswatch/server';
import * as oauth from 'oauth4webapi';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  approved,
  authorizationRequest,
  exchange,
  insecure,
  redirectUri,
  refreshed,
} from '../../../../helpers/assistant.ts';
import { canMakeCertificates } from '../../../../helpers/certificate.ts';
import {
  clientDocument,
  documentWebsite,
  sendDocument,
} from '../../../../helpers/client-documents.ts';
import { dnsServer } from '../../../../helpers/dns-server.ts';
import { connectByOAuth, currentClient, formerClient } from '../../../../helpers/mcp-clients.ts';
import { testServer } from '../../../../helpers/server.ts';
import { TestBrowser } from '../../../../helpers/test-browser.ts';

const hour = 60 * 60_000;

const host = 'assistant.example.com';

/** A server that accepts the certificate of the website, and finds the host at 127.0.0.1. */
async function serverOf(options: ServerOptions = {}) {
  const { address } = await dnsServer(() => ({ addresses: ['127.0.0.1'] }));
  return testServer({ allowPrivateWebhooks: true, dnsServers: [address], ...options });
}

async function assistantOf(server: RunningServer, client_id: string) {
  const issuer = new URL(server.baseUrl);
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
  return { as, client: { client_id }, resource: `${server.baseUrl}/mcp` };
}

/** The page that a user sees who is sent to the authorization endpoint. */
async function firstPage(server: RunningServer, clientId: string, changes = {}) {
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  const { url } = await authorizationRequest(await assistantOf(server, clientId), changes);
  const response = await browser.get(url.href);
  return response.location.startsWith('/oauth/consent/')
    ? browser.get(response.location)
    : response;
}

describe.skipIf(!canMakeCertificates)('an assistant with a client ID metadata document', () => {
  beforeEach(() => void vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'));
  afterEach(() => void vi.unstubAllEnvs());

  it('is approved without registering; its host is on both pages', async () => {
    const site = await documentWebsite(host);
    const server = await serverOf();
    const assistant = await assistantOf(server, `${site.origin}/client.json`);
    expect(assistant.as).toMatchObject({ client_id_metadata_document_supported: true });
    const page = await firstPage(server, assistant.client.client_id);
    expect(page.text).toContain(
      `It says that it belongs to the website <code>${new URL(site.origin).host}</code>, as any program on this device can:`,
    );
    const approval = await approved(server, assistant);
    const tokens = await oauth.processAuthorizationCodeResponse(
      assistant.as,
      assistant.client,
      await exchange(assistant, approval),
    );
    expect((await refreshed(assistant, tokens.refresh_token ?? '')).status).toBe(200);
    const agents = (await approval.browser.get('/settings/agents')).text;
    expect(agents).toContain('Published assistant');
    expect(agents).toContain(`<code>${new URL(site.origin).host}</code>. Returns to`);
    expect(site.requested).toEqual(['/client.json']);
  });

  describe.each([
    ['version 2 of the client library', currentClient],
    ['version 1 of the client library', formerClient],
  ])('%s', (_, open) => {
    it('connects with the URL of its document instead of registering', async () => {
      const site = await documentWebsite(host);
      const server = await serverOf();
      const clientMetadataUrl = `${site.origin}/client.json`;
      const { client, authorizationUrl } = await connectByOAuth(server, open, clientMetadataUrl);
      expect(authorizationUrl.searchParams.get('client_id')).toBe(clientMetadataUrl);
      const overview = await client.callTool({ name: 'account.overview' });
      expect(overview['structuredContent']).toMatchObject({ account: { id: 'paid' } });
    });

    it('registers if the operator turns documents off', async () => {
      const server = await serverOf({ clientDocuments: false });
      const site = await documentWebsite(host);
      const url = `${site.origin}/client.json`;
      const { authorizationUrl } = await connectByOAuth(server, open, url);
      expect(authorizationUrl.searchParams.get('client_id')).not.toBe(url);
      expect((await firstPage(server, url)).text).toContain('invalid_client');
      expect(site.requested).toEqual([]);
    });
  });

  it('is redirected to a website only if the operator allows it', async () => {
    const site = await documentWebsite(host);
    const website = 'https://assistant.example.com/redirect';
    const url = `${site.origin}/client.json`;
    const refused = await firstPage(await serverOf(), url, { redirect_uri: website });
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('redirect_uri') });
    const server = await serverOf({ allowedRedirects: [website] });
    const page = await firstPage(server, url, { redirect_uri: website });
    expect(page.text).toContain('the website <code>assistant.example.com</code>');
  });

  const shown: [string, (response: ServerResponse, url: string) => void, string][] = [
    [
      'redirects',
      (response) => response.writeHead(302, { location: '/other.json' }).end(),
      'the response has the status 302',
    ],
    ['is missing', (response) => response.writeHead(404).end(), 'the status 404'],
    ['is 1 MB', (response) => response.end(Buffer.alloc(1 << 20, ' ')), 'larger than 5120 bytes'],
    ['is no JSON', (response) => response.end('<html>'), 'is not valid JSON'],
    ['is a list', (response) => response.end('[]'), 'is not a JSON object'],
    ['has many levels', (response) => response.end('['.repeat(5000)), 'fetch failed'],
    [
      'has the id of another',
      (response, url) => sendDocument(response, clientDocument(url, { client_id: `${url}?` })),
      'client_id does not match',
    ],
    [
      'has a secret',
      (response, url) => sendDocument(response, clientDocument(url, { client_secret: 'x' })),
      'must not contain client_secret',
    ],
    [
      'has only redirect URIs that are not allowed',
      (response, url) =>
        sendDocument(response, clientDocument(url, { redirect_uris: ['https://evil.example/'] })),
      'redirect_uris must be on loopback',
    ],
    [
      'has 300 redirect URIs',
      (response, url) =>
        sendDocument(response, clientDocument(url, { redirect_uris: Array(300).fill('a:/') })),
      'redirect_uris must be a list of 1 to 20 URIs',
    ],
    [
      'has an invisible name',
      (response, url) => sendDocument(response, clientDocument(url, { client_name: '\u2060' })),
      'client_name must have 1 to 100 characters',
    ],
    [
      'ends too early',
      (response) => void response.writeHead(200).write('{"client_'),
      'there is no complete response within 2500 ms',
    ],
    ['does not respond', () => {}, 'there is no complete response within 2500 ms'],
    ['closes the connection', (response) => response.destroy(), 'closed by the other side'],
  ];
  it.each(shown)('is refused with the reason if its document %s', async (_, respond, reason) => {
    const site = await documentWebsite(host);
    site.respond = respond;
    const server = await serverOf();
    const page = await firstPage(server, `${site.origin}/client.json`);
    expect(page.status).toBe(400);
    const text = page.text.replaceAll('&#39;', "'").replaceAll('&quot;', '"');
    expect(text).toContain('The assistant cannot be connected');
    expect(text).toContain(reason);
    expect(site.requested).toEqual(['/client.json']);
    // It is not stored: the next attempt reads it again.
    site.respond = (response, url) => sendDocument(response, clientDocument(url));
    const next = await firstPage(server, `${site.origin}/client.json`);
    expect(next.text).toContain('Published assistant');
  });

  it.each(['https://127.0.0.1', 'https://localhost', 'https://[::1]', `https://${host}`])(
    'is refused if its document is at a private address: %s',
    async (origin) => {
      const site = await documentWebsite(host);
      const server = await serverOf({ allowPrivateWebhooks: false });
      const url = `${origin}:${new URL(site.origin).port}/client.json`;
      const { status, text } = await firstPage(server, url);
      expect(status).toBe(400);
      expect(text).toMatch(/names a private host|names an address that is not public/);
      expect(site.requested).toEqual([]);
    },
  );

  it.each([
    'http://assistant.example.com/client.json',
    'https://user@assistant.example.com/client.json',
    'https://assistant.example.com/client.json#1',
    'https://assistant.example.com/a/../client.json',
    'https://assistant.example.com\\client.json',
    'https://',
  ])('is refused if its id is %s', async (url) => {
    const { status, text } = await firstPage(await serverOf(), url);
    expect(status).toBe(400);
    expect(text).toContain('invalid_client');
  });

  it('has an id in ASCII, so that no letter of another script looks like its host', async () => {
    const unicode = await firstPage(await serverOf(), 'https://сlaude.example/client.json');
    expect(unicode).toMatchObject({ status: 400, text: expect.stringContaining('client_id') });
    const site = await documentWebsite('xn--laude-0ye.example');
    const { text } = await firstPage(await serverOf(), `${site.origin}/client.json`);
    expect(text).toContain('<code>xn--laude-0ye.example:');
  });

  it('has its document read again after an hour, and uses what has changed', async () => {
    const clock = new ManualClock('2026-11-20T12:00:00Z');
    const site = await documentWebsite(host);
    const server = await serverOf({ clock });
    const url = `${site.origin}/client.json`;
    await firstPage(server, url);
    site.respond = (response) =>
      sendDocument(response, clientDocument(url, { client_name: 'Renamed' }));
    clock.advance(hour - 1);
    expect((await firstPage(server, url)).text).toContain('Published assistant');
    clock.advance(1);
    expect((await firstPage(server, url)).text).toContain('Renamed');
    expect(site.requested).toHaveLength(2);
    site.respond = (response) =>
      sendDocument(response, clientDocument(url, { redirect_uris: ['http://[::1]/'] }));
    clock.advance(hour);
    const { status, text } = await firstPage(server, url, { redirect_uri: redirectUri });
    expect(status).toBe(400);
    expect(text).toContain('redirect_uri');
  });

  it('keeps its access while its website is down, and loses it if its document is removed', async () => {
    const clock = new ManualClock('2026-11-20T12:00:00Z');
    const site = await documentWebsite(host);
    const server = await serverOf({ clock });
    const assistant = await assistantOf(server, `${site.origin}/client.json`);
    const { as, client } = assistant;
    let tokens = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await exchange(assistant, await approved(server, assistant)),
    );
    for (const status of [503, 403, 302]) {
      clock.advance(hour);
      site.respond = (response) => response.writeHead(status).end();
      const response = await refreshed(assistant, tokens.refresh_token ?? '');
      tokens = await oauth.processRefreshTokenResponse(as, client, response);
    }
    clock.advance(hour);
    site.respond = (response) => response.destroy();
    const response = await refreshed(assistant, tokens.refresh_token ?? '');
    tokens = await oauth.processRefreshTokenResponse(as, client, response);
    expect(site.requested).toHaveLength(5);
    clock.advance(hour);
    site.respond = (each) => each.writeHead(410).end();
    const refused = await refreshed(assistant, tokens.refresh_token ?? '');
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 400,
      body: { error: 'invalid_client' },
    });
  });

  it('is not fetched for anyone who has not signed in', async () => {
    const site = await documentWebsite(host);
    const server = await serverOf();
    const assistant = await assistantOf(server, `${site.origin}/client.json`);
    const silent = await authorizationRequest(assistant, { prompt: 'none' });
    const browser = new TestBrowser(server);
    const { status, text } = await browser.get(silent.url.href);
    expect({ status, text }).toMatchObject({
      status: 400,
      text: expect.stringContaining('fetch not allowed'),
    });
    const { url } = await authorizationRequest(assistant);
    expect((await browser.get(url.href)).location).toBe('/sign-in');
    expect((await refreshed(assistant, 'x')).status).toBe(400);
    const parameters = new URLSearchParams({ token: 'x', client_id: assistant.client.client_id });
    await fetch(`${server.baseUrl}/oauth/revoke`, { method: 'POST', body: parameters });
    expect(site.requested).toEqual([]);
  });

  it('is one of twenty new ones of an address in ten minutes', async () => {
    const site = await documentWebsite(host);
    const server = await serverOf();
    const browser = new TestBrowser(server);
    await browser.signIn(server);
    const open = async (number: number) => {
      const assistant = await assistantOf(server, `${site.origin}/${number}.json`);
      return browser.get((await authorizationRequest(assistant)).url.href);
    };
    // Silent requests, which any page can make, fetch nothing and do not count.
    const anonymous = new TestBrowser(server);
    for (let number = 100; number < 120; number += 1) {
      const assistant = await assistantOf(server, `${site.origin}/${number}.json`);
      const { url } = await authorizationRequest(assistant, { prompt: 'none' });
      expect((await anonymous.get(url.href)).status).toBe(400);
    }
    for (let number = 0; number < 20; number += 1) {
      expect((await open(number)).location).toContain('/oauth/consent/');
    }
    const { status, headers, text } = await open(20);
    expect({ status, text }).toMatchObject({
      status: 429,
      text: expect.stringContaining('new assistants'),
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(500);
    expect((await open(0)).location).toContain('/oauth/consent/');
    expect(site.requested).toHaveLength(20);
  });
});

it('is refused if its website has no valid certificate', async () => {
  const site = await documentWebsite(host);
  const page = await firstPage(await serverOf(), `${site.origin}/client.json`);
  expect(page.status).toBe(400);
  expect(page.text).toContain('certificate is not trusted');
  expect(site.requested).toEqual([]);
});
