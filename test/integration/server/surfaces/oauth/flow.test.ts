import { mkdtempSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as oauth from 'oauth4webapi';
import { expect, it, vi } from 'vitest';
import {
  approved,
  authorizationRequest,
  connected,
  decided,
  exchange,
  insecure,
  refreshed,
  registered,
} from '../../../../helpers/assistant.ts';
import { testServer } from '../../../../helpers/server.ts';
import { TestBrowser } from '../../../../helpers/test-browser.ts';
import { testStoreOptions } from '../../../../helpers/test-store.ts';

it('connects an independent client: discovery, registration, approval, tokens, refresh', async () => {
  const server = await testServer();
  const { as, client, tokens } = await connected(server);
  expect(client).toMatchObject({
    token_endpoint_auth_method: 'none',
    client_name: 'Test assistant',
  });
  expect(tokens).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    token_type: 'bearer',
    expires_in: 3600,
    scope: 'mcp',
  });
  const response = await refreshed({ as, client, resource: '' }, tokens.refresh_token ?? '');
  const next = await oauth.processRefreshTokenResponse(as, client, response);
  expect(next.access_token).not.toBe(tokens.access_token);
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
});

it('connects a website that the operator allows, whose host the user sees', async () => {
  const redirect_uri = 'https://claude.ai/api/mcp/auth_callback';
  const server = await testServer({ allowedRedirects: [redirect_uri] });
  const assistant = await registered(server, { redirect_uris: [redirect_uri] });
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  const { url, verifier, state } = await authorizationRequest(assistant, { redirect_uri });
  const { text, headers } = await browser.get((await browser.get(url.href)).location);
  expect(text).toContain('the website <code>claude.ai</code>');
  // The policy of the page replaces the usual one.
  const policy = headers.get('content-security-policy');
  expect(policy?.match(/form-action [^;]*/g)).toEqual(["form-action 'self' https://claude.ai"]);
  const callback = await decided(browser, url);
  expect(callback.href).toMatch(/^https:\/\/claude\.ai\/api\/mcp\/auth_callback\?code=/);
  const { status } = await exchange(assistant, { callback, verifier, state }, redirect_uri);
  expect(status).toBe(200);
});

it('gives no more codes and tokens to a website that the operator no longer allows', async () => {
  const redirect_uri = 'https://claude.ai/api/mcp/auth_callback';
  const options = await testStoreOptions(mkdtempSync(join(tmpdir(), 'newswatch-redirects-')));
  const before = await testServer({ ...options, allowedRedirects: [redirect_uri] });
  const assistant = await registered(before, { redirect_uris: [redirect_uri] });
  const signedIn = new TestBrowser(before);
  await signedIn.signIn(before);
  const { url, verifier, state } = await authorizationRequest(assistant, { redirect_uri });
  const callback = await decided(signedIn, url);
  const approval = { callback, verifier, state };
  const { refresh_token = '' } = await oauth.processAuthorizationCodeResponse(
    assistant.as,
    assistant.client,
    await exchange(assistant, approval, redirect_uri),
  );
  await before.close();

  const server = await testServer({ ...options, port: Number(new URL(before.baseUrl).port) });
  const refusal = await refreshed(assistant, refresh_token);
  expect(refusal.status).toBe(400);
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  const { status, text } = await browser.get(url.href);
  expect(status).toBe(400);
  expect(text).toContain('redirect_uris');
});

it('accepts tokens for their lifetime although the clock of the system jumps ahead', async () => {
  const server = await testServer();
  const { as, client, tokens } = await connected(server);
  const now = Date.now;
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => now() + 40 * 86_400_000);
  try {
    const response = await refreshed({ as, client, resource: '' }, tokens.refresh_token ?? '');
    const next = await oauth.processRefreshTokenResponse(as, client, response);
    expect(next).toMatchObject({ expires_in: 3600 });
  } finally {
    spy.mockRestore();
  }
});

it('serves both metadata documents (RFC 8414, RFC 9728)', async () => {
  const { baseUrl } = await testServer();
  const resource = new URL(`${baseUrl}/mcp`);
  const metadata = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  );
  expect(metadata).toMatchObject({ resource: resource.href, authorization_servers: [baseUrl] });
  const { as } = await registered({ baseUrl });
  expect(as).toMatchObject({
    issuer: baseUrl,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: ['none'],
  });
});

it('redirects with access_denied and the issuer if the user denies (RFC 6749, RFC 9207)', async () => {
  const server = await testServer();
  const assistant = await registered(server);
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  const { url, state } = await authorizationRequest(assistant);
  const callback = await decided(browser, url, 'deny');
  expect(Object.fromEntries(callback.searchParams)).toMatchObject({
    error: 'access_denied',
    iss: server.baseUrl,
    state,
  });
  const page = await browser.get('/settings/agents');
  expect(page.text).toContain('No assistant is connected');
});

it.each([
  ['any port of loopback', 'http://127.0.0.1:1/callback', 'http://127.0.0.1:65000/callback'],
  ['localhost', 'http://localhost/callback', 'http://localhost:3334/callback'],
  ['IPv6 loopback', 'http://[::1]/callback', 'http://[::1]:3334/callback'],
  [
    'a private-use scheme',
    'cursor://anysphere.cursor/callback',
    'cursor://anysphere.cursor/callback',
  ],
  ['a reversed domain', 'com.example.app:/callback', 'com.example.app:/callback'],
])('redirects to %s', async (_, registeredUri, usedUri) => {
  const server = await testServer();
  const assistant = await registered(server, { redirect_uris: [registeredUri] });
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  const { url } = await authorizationRequest(assistant, { redirect_uri: usedUri });
  const callback = await decided(browser, url);
  expect(callback.href.startsWith(usedUri)).toBe(true);
  expect(callback.searchParams.get('code')).toBeTruthy();
});

it('defaults the resource, the scope and the response mode', async () => {
  const server = await testServer();
  const assistant = await registered(server);
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  const request = await authorizationRequest(assistant, {
    resource: undefined,
    scope: 'openid profile offline_access',
    response_mode: 'form_post',
  });
  const callback = await decided(browser, request.url);
  const response = await exchange(assistant, { ...request, callback });
  expect(await response.json()).toMatchObject({ scope: 'mcp', refresh_token: expect.any(String) });
});

it('asks the user every time, even after an approval', async () => {
  const server = await testServer();
  const { browser, ...assistant } = await connected(server);
  const { url } = await authorizationRequest(assistant);
  expect((await browser.get(url.href)).location).toMatch(/^\/oauth\/consent\//);
  const silent = await authorizationRequest(assistant, { prompt: 'none' });
  const { location } = await browser.get(silent.url.href);
  expect(new URL(location).searchParams.get('error')).toBe('login_required');
});

it('returns to the consent page after signing in', async () => {
  const server = await testServer();
  const browser = new TestBrowser(server);
  const { url } = await authorizationRequest(await registered(server));
  expect((await browser.get(url.href)).location).toBe('/sign-in');
  const { location } = await browser.signIn(server);
  expect(location).toBe(url.pathname + url.search);
  const consent = (await browser.get(location)).location;
  expect((await browser.get(consent)).text).toContain('Test assistant');
});

it('keeps clients, grants and tokens over a restart', async () => {
  const data = mkdtempSync(join(tmpdir(), 'newswatch-oauth-'));
  const first = await testServer({ data });
  const { tokens, ...assistant } = await connected(first);
  const { port } = new URL(first.baseUrl);
  await first.close();
  await testServer({ data, port: Number(port) });
  // The connection to the first server is still in the pool.
  await fetch(first.baseUrl).catch(() => {});
  const response = await refreshed(assistant, tokens.refresh_token ?? '');
  expect(response.status).toBe(200);
});

it('stores and logs no code or token in plain text', async () => {
  const data = mkdtempSync(join(tmpdir(), 'newswatch-oauth-'));
  const lines: string[] = [];
  const server = await testServer({
    data,
    log: (_, event, fields) => lines.push(event, JSON.stringify(fields)),
  });
  const assistant = await registered(server);
  const approval = await approved(server, assistant);
  const link = await server.settingsUrl();
  const tokens = (await (await exchange(assistant, approval)).json()) as Record<string, string>;
  const secrets = [
    approval.callback.searchParams.get('code'),
    tokens['access_token'],
    tokens['refresh_token'],
    approval.browser.cookies.get('newswatch_session'),
    new URL(link).searchParams.get('token'),
  ];
  const files = await readdir(data);
  const stored = await Promise.all(files.map((file) => readFile(join(data, file), 'latin1')));
  for (const secret of secrets) {
    expect(secret).toMatch(/^[\w-]{20,}$/);
    expect([...stored, ...lines].some((text) => text.includes(secret ?? ''))).toBe(false);
  }
});

it.each([
  ['allow', 'Access allowed'],
  ['deny', 'Access denied'],
])('leaves no buttons on the page if it opens an app: %s', async (decision, heading) => {
  const server = await testServer();
  const assistant = await registered(server, { redirect_uris: ['cursor://example/callback'] });
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  const { url } = await authorizationRequest(assistant, {
    redirect_uri: 'cursor://example/callback',
  });
  const consent = (await browser.get(url.href)).location;
  const decidedPage = await browser.submit(consent, consent, { decision });
  expect(decidedPage.status).toBe(200);
  expect(decidedPage.text).toContain(`<h1>${heading}</h1>`);
  expect(decidedPage.text).not.toMatch(/<button|<form/);
  const next = (decidedPage.headers.get('refresh') ?? '').replace('0; url=', '');
  expect((await browser.get(next)).location).toMatch(/^cursor:\/\/example\/callback\?/);
  expect((await browser.get(consent)).text).toContain('This request has expired');
});
