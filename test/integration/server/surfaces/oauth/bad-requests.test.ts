import * as oauth from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import {
  approved,
  authorizationRequest,
  connected,
  exchange,
  insecure,
  redirectUri,
  registered,
} from '../../../../helpers/assistant.ts';
import { testServer } from '../../../../helpers/server.ts';
import { TestBrowser } from '../../../../helpers/test-browser.ts';

/** The response to an authorization request from a signed-in browser. */
async function authorize(changes: Record<string, string | undefined>, metadata = {}) {
  const server = await testServer();
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  const { url, state } = await authorizationRequest(await registered(server, metadata), changes);
  const response = await browser.get(url.href);
  return { ...response, state, baseUrl: server.baseUrl };
}

describe('an authorization request', () => {
  it.each([
    ['another path', 'http://127.0.0.1:49152/other'],
    ['a longer path', 'http://127.0.0.1:49152/callback/'],
    ['a query', 'http://127.0.0.1:49152/callback?next=https://evil.example'],
    ['another host', 'https://evil.example/callback'],
    ['another loopback', 'http://localhost:49152/callback'],
    ['a fragment', 'http://127.0.0.1:49152/callback#x'],
    ['a script', 'javascript:alert(1)'],
    ['nothing', undefined],
  ])('whose redirect URI has %s is not redirected', async (_, redirect_uri) => {
    const { status, location, text, headers } = await authorize({ redirect_uri });
    expect({ status, location }).toEqual({ status: 400, location: '' });
    expect(text).toContain(redirect_uri === undefined ? 'invalid_request' : 'invalid_redirect_uri');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('of an unknown client is rejected, and its id is shown escaped', async () => {
    const { status, location, text } = await authorize({ client_id: '<script>alert(1)</script>' });
    expect({ status, location }).toEqual({ status: 400, location: '' });
    expect(text).toContain('invalid_client');
    expect(text).not.toContain('<script>');
  });

  it.each([
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    [
      'no challenge',
      { code_challenge: undefined, code_challenge_method: undefined },
      'invalid_request',
    ],
    ['a challenge without its method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['a resource with a fragment', { resource: 'https://other.example/#x' }, 'invalid_target'],
  ])(
    'with %s is redirected with the error of the RFC, the state and the issuer',
    async (_, changes, error) => {
      const { location, state, baseUrl } = await authorize(changes);
      const { searchParams, hash, origin } = new URL(location);
      expect(origin).toBe(new URL(redirectUri).origin);
      const parameters = searchParams.size > 0 ? searchParams : new URLSearchParams(hash.slice(1));
      expect(Object.fromEntries(parameters)).toMatchObject({ error, state, iss: baseUrl });
    },
  );

  it('shows the name of the assistant as text, and who gets the decision', async () => {
    const server = await testServer();
    const browser = new TestBrowser(server);
    await browser.signIn(server);
    const client_name = '"><img src=x onerror=alert(1)>';
    const { url } = await authorizationRequest(await registered(server, { client_name }));
    const { text } = await browser.get((await browser.get(url.href)).location);
    expect(text).not.toContain('<img');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).toContain('127.0.0.1:49152');
    for (const limit of [
      'billing',
      'invite a team',
      'predictions',
      'does not authorize any charge',
      'does not start the assistant',
    ]) {
      expect(text).toContain(limit);
    }
  });
});

describe('a code', () => {
  const errorOf = async (response: Response) => ({
    status: response.status,
    error: ((await response.json()) as { error: string }).error,
  });
  const invalidGrant = { status: 400, error: 'invalid_grant' };

  it('that is used twice is rejected, and its grant is revoked', async () => {
    const server = await testServer();
    const assistant = await registered(server);
    const approval = await approved(server, assistant);
    const first = await exchange(assistant, approval);
    const { refresh_token = '' } = (await first.json()) as { refresh_token?: string };
    expect(await errorOf(await exchange(assistant, approval))).toEqual(invalidGrant);
    const { as, client } = assistant;
    const late = await oauth.refreshTokenGrantRequest(
      as,
      client,
      oauth.None(),
      refresh_token,
      insecure,
    );
    expect(await errorOf(late)).toEqual(invalidGrant);
    expect((await approval.browser.get('/settings/agents')).text).toContain(
      'No assistant is connected',
    );
  });

  it('that is used several times at once leaves no grant', async () => {
    const server = await testServer();
    const assistant = await registered(server);
    const approval = await approved(server, assistant);
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => exchange(assistant, approval)),
    );
    expect(responses.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
    expect((await approval.browser.get('/settings/agents')).text).toContain(
      'No assistant is connected',
    );
  });

  it.each([
    ['the wrong verifier', { verifier: oauth.generateRandomCodeVerifier() }],
    ['no verifier', { verifier: '' }],
  ])('is rejected with %s', async (_, changes) => {
    const server = await testServer();
    const assistant = await registered(server);
    const { callback } = await approved(server, assistant);
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: assistant.client.client_id,
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      ...(changes.verifier ? { code_verifier: changes.verifier } : {}),
    });
    const response = await fetch(`${server.baseUrl}/oauth/token`, { method: 'POST', body });
    expect(await errorOf(response)).toEqual(invalidGrant);
  });

  it.each([
    ['another client', { otherClient: true }, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_grant'],
    ['another resource', { resource: 'https://other.example/' }, 'invalid_target'],
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
  ])(
    'is rejected for %s',
    async (_, { otherClient, ...changes }: Record<string, unknown>, error) => {
      const server = await testServer();
      const assistant = await registered(server);
      const { callback, verifier } = await approved(server, assistant);
      const { client } = otherClient ? await registered(server) : assistant;
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: client.client_id,
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...(changes as Record<string, string>),
      });
      const response = await fetch(`${server.baseUrl}/oauth/token`, { method: 'POST', body });
      expect((await errorOf(response)).error).toBe(error);
    },
  );
});

it('an access token is not valid for the HTTP API', async () => {
  const server = await testServer();
  const { tokens } = await connected(server);
  const response = await fetch(`${server.baseUrl}/api/v1/account/overview`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(response.status).toBe(401);
});

it('responds with 429 and Retry-After to too many requests for tokens', async () => {
  const { baseUrl } = await testServer();
  const send = () =>
    fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams() });
  const responses = await Promise.all(Array.from({ length: 130 }, send));
  const rejected = responses.filter(({ status }) => status === 429);
  expect(rejected.length).toBe(10);
  expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});
