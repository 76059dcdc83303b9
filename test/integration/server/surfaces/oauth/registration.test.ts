import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Database } from '../../../../../src/storage/database.ts';
import { closing } from '../../../../helpers/closing.ts';
import { testServer } from '../../../../helpers/server.ts';

async function register(body: unknown, { baseUrl }: { baseUrl: string }) {
  const response = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as object };
}

describe('registration rejects', () => {
  it.each([
    ['another host', 'https://evil.example/callback'],
    ['https on loopback', 'https://localhost/callback'],
    ['http on another host', 'http://192.168.1.5/callback'],
    ['a host that starts like loopback', 'http://127.0.0.1.evil.example/callback'],
    ['loopback as a user name', 'http://127.0.0.1@evil.example/callback'],
    ['a password', 'http://user:pass@127.0.0.1/callback'],
    ['a fragment', 'http://127.0.0.1/callback#here'],
    ['an empty fragment', 'http://127.0.0.1/callback#'],
    ['a script', 'javascript:alert(1)'],
    ['a script in mixed case', 'JavaScript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a file', 'file:///etc/passwd'],
    ['a socket', 'wss://127.0.0.1/'],
    ['a share on another host', 'smb://evil.example/share'],
    ['a system setting', 'ms-settings:privacy'],
    ['a system search', 'search-ms:query=x'],
    ['loopback as a number', 'http://2130706433/callback'],
    ['loopback in short form', 'http://127.1/callback'],
    ['loopback without slashes', 'http:127.0.0.1/callback'],
    ['a trailing newline', 'http://127.0.0.1/callback\n'],
    ['a relative URI', '/callback'],
    ['nothing', ''],
  ])('%s as the redirect URI', async (_, uri) => {
    const response = await register({ redirect_uris: [uri] }, await testServer());
    expect(response).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_redirect_uri',
        error_description: expect.stringMatching(/^redirect_uris /),
      },
    });
  });

  it.each([
    ['no redirect URI', {}, 'invalid_redirect_uri'],
    ['an empty list of them', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['one that is not a string', { redirect_uris: [{}] }, 'invalid_redirect_uri'],
    ['a name of two lines', { client_name: 'a\nb' }, 'invalid_client_metadata'],
    [
      'a name with a bidirectional override',
      { client_name: 'a\u202Eb' },
      'invalid_client_metadata',
    ],
    ['a long name', { client_name: 'x'.repeat(101) }, 'invalid_client_metadata'],
    ['a name that is not a string', { client_name: { x: 1 } }, 'invalid_client_metadata'],
    ['a long software id', { software_id: 'x'.repeat(2048) }, 'invalid_client_metadata'],
    ['another grant', { grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    ['another response', { response_types: ['token'] }, 'invalid_client_metadata'],
  ])('%s', async (_, metadata, error) => {
    const redirects = error === 'invalid_redirect_uri' ? {} : { redirect_uris: ['http://[::1]/'] };
    const response = await register({ ...redirects, ...metadata }, await testServer());
    expect(response).toMatchObject({ status: 400, body: { error } });
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
  ])('a body that is %s', async (_, text) => {
    const response = await register(text, await testServer());
    expect(response).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});

it('registers every client as a native public client, and fetches no URL of it', async () => {
  const { body } = await register(
    {
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'client_secret_basic',
      application_type: 'web',
      scope: 'admin',
      sector_identifier_uri: 'https://internal.example/',
      jwks_uri: 'https://internal.example/',
    },
    await testServer(),
  );
  expect(body).toMatchObject({ token_endpoint_auth_method: 'none', application_type: 'native' });
  for (const field of ['client_secret', 'scope', 'sector_identifier_uri', 'jwks_uri']) {
    expect(body).not.toHaveProperty(field);
  }
});

it('accepts twenty registrations in ten minutes from one address, then sends Retry-After', async () => {
  const server = await testServer();
  const client = { redirect_uris: ['http://127.0.0.1/'] };
  for (let count = 0; count < 20; count += 1) await register(client, server);
  const { status, headers, body } = await register(client, server);
  expect({ status, body }).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(500);
});

it('responds with 405 and the method of the endpoint to another method', async () => {
  const { baseUrl } = await testServer();
  const response = await fetch(`${baseUrl}/oauth/token`);
  expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({
    status: 405,
    allow: 'POST',
  });
});

it('responds with 503 and Retry-After while the store is locked', async () => {
  const data = mkdtempSync(join(tmpdir(), 'newswatch-oauth-'));
  const server = await testServer({ data });
  const database = closing(await lockedDatabase(data));
  const { status, headers, body } = await register({ redirect_uris: ['http://[::1]/'] }, server);
  expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 503, retry: '5' });
  expect(body).toMatchObject({ error: 'temporarily_unavailable' });
  await database.close();
});

/** The database of the store, with its write lock held. */
async function lockedDatabase(folder: string) {
  const database = Database.open(join(folder, 'newswatch.db'));
  database.script('BEGIN IMMEDIATE');
  let open = true;
  return {
    close: async () => {
      if (open) database.close();
      open = false;
    },
  };
}
