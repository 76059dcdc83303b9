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
    ['an invisible name', { client_name: '\u2060\u00ad ' }, 'invalid_client_metadata'],
    ['a name with a zero-width space', { client_name: 'a\u200bb' }, 'invalid_client_metadata'],
    ['a name with a soft hyphen', { client_name: 'Claude\u00ad' }, 'invalid_client_metadata'],
    ['a name with a joiner', { client_name: 'Clau\u200dde' }, 'invalid_client_metadata'],
    ['a joiner at the end of a name', { client_name: 'Claude \u200d' }, 'invalid_client_metadata'],
    ['a full-width letter', { client_name: '\uff23laude' }, 'invalid_client_metadata'],
    ['a Roman numeral as a letter', { client_name: 'C\u217caude' }, 'invalid_client_metadata'],
    ['a mathematical letter', { client_name: 'Cl\u{1d41a}ude' }, 'invalid_client_metadata'],
    [
      'a Cyrillic letter in a Latin word',
      { client_name: 'My \u0421laude' },
      'invalid_client_metadata',
    ],
    ['a Greek letter in a Cyrillic word', { client_name: 'С\u03bfоре' }, 'invalid_client_metadata'],
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
    ['1 MB', 'x'.repeat(1 << 20), 413, 'the body is larger than 8192 bytes'],
    [
      'a software id of 54 kB',
      JSON.stringify({ redirect_uris: ['http://[::1]/'], software_id: 'x'.repeat(54_000) }),
      413,
      'the body is larger than 8192 bytes',
    ],
    [
      '500 redirect URIs',
      JSON.stringify({ redirect_uris: Array(500).fill('http://127.0.0.1/callback') }),
      413,
      'the body is larger than 8192 bytes',
    ],
    [
      '300 redirect URIs',
      JSON.stringify({ redirect_uris: Array(300).fill('a.b:/c') }),
      400,
      'the body has more than 200 values',
    ],
    ['9 levels', '['.repeat(9), 400, 'the body has more than 8 levels'],
  ])('a body of %s, within the errors of RFC 7591', async (_, text, status, problem) => {
    expect(await register(text, await testServer())).toMatchObject({
      status,
      body: { error: 'invalid_client_metadata', error_description: problem },
    });
  });

  it('21 redirect URIs', async () => {
    const redirect_uris = Array(21).fill('http://[::1]/');
    expect(await register({ redirect_uris }, await testServer())).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_redirect_uri',
        error_description: 'redirect_uris must be a list of 1 to 20 URIs',
      },
    });
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
  ])('a body that is %s', async (_, text) => {
    const response = await register(text, await testServer());
    expect(response).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});

/** What programs register, as of November 2026. */
const assistants = {
  'VS Code': {
    client_name: 'Visual Studio Code',
    client_uri: 'https://code.visualstudio.com',
    grant_types: [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    response_types: ['code'],
    redirect_uris: [
      'https://insiders.vscode.dev/redirect',
      'https://vscode.dev/redirect',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
    ],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  },
  Cursor: {
    client_name: 'Cursor',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
    ],
    token_endpoint_auth_method: 'none',
  },
  Claude: {
    client_name: 'Claude',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
    scope: 'claudeai',
    token_endpoint_auth_method: 'none',
  },
  ChatGPT: {
    client_name: 'ChatGPT',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: ['https://chatgpt.com/connector/oauth/Ab3_x-9'],
    token_endpoint_auth_method: 'client_secret_post',
  },
};

it.each(['Помощник GPT', 'ニュースClaude', 'Ünïcode', 'Клод', 'Ειδήσεις', '新闻 助手'])(
  'registers the name %s, whose words have one script each',
  async (client_name) => {
    const metadata = { client_name, redirect_uris: ['http://[::1]/'] };
    expect(await register(metadata, await testServer())).toMatchObject({
      status: 201,
      body: { client_name },
    });
  },
);

describe('of the redirect URIs of a client, registration keeps', () => {
  it.each([
    ['VS Code', [], ['http://127.0.0.1/', 'http://127.0.0.1:33418/']],
    [
      'VS Code',
      ['https://vscode.dev/redirect'],
      ['https://vscode.dev/redirect', 'http://127.0.0.1/', 'http://127.0.0.1:33418/'],
    ],
    ['Cursor', [], ['cursor://anysphere.cursor-mcp/oauth/callback']],
    ['Claude', ['https://claude.ai/api/mcp/auth_callback'], assistants.Claude.redirect_uris],
    ['ChatGPT', ['https://chatgpt.com/connector/oauth/*'], assistants.ChatGPT.redirect_uris],
  ] as const)('those of %s that are allowed, with %j', async (name, allowed, kept) => {
    const server = await testServer({ allowedRedirects: allowed });
    const { status, body } = await register(assistants[name], server);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      client_name: assistants[name].client_name,
      redirect_uris: kept,
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    });
  });

  it.each([
    ['Claude', []],
    ['Claude', ['https://claude.com/api/mcp/auth_callback']],
    ['Claude', ['https://claude.ai/api/*']],
    ['ChatGPT', ['https://chatgpt.com/connector/oauth/A']],
  ] as const)('none of %s, which is rejected, with %j', async (name, allowed) => {
    const server = await testServer({ allowedRedirects: allowed });
    expect(await register(assistants[name], server)).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_redirect_uri',
        error_description: expect.stringContaining('an https URL that the operator allows'),
      },
    });
  });

  it.each([
    'https://chatgpt.com/connector/oauth/',
    'https://chatgpt.com/connector/oauth/a/b',
    'https://chatgpt.com/connector/oauth/..',
    'https://chatgpt.com/connector/oauth/a?b',
    'https://chatgpt.com/connector/oauth/a#b',
    'https://chatgpt.com/connector/oauth/a%2fb',
    'https://chatgpt.com.evil.example/connector/oauth/a',
  ])('not %s for one segment more', async (uri) => {
    const server = await testServer({
      allowedRedirects: ['https://chatgpt.com/connector/oauth/*'],
    });
    expect((await register({ redirect_uris: [uri] }, server)).status).toBe(400);
  });

  it.each([
    'http://claude.ai/callback',
    'https://claude.ai/*/callback',
    'https://claude.ai/*',
    'https://user@claude.ai/callback',
    'https://claude.ai/callback?x',
    'https://claude.ai/callback#x',
    'https://CLAUDE.ai/callback',
    'claude.ai',
  ])('nothing, because %s cannot be allowed', async (pattern) => {
    await expect(testServer({ allowedRedirects: [pattern] })).rejects.toThrow(
      /^startServer\(\): .*allowedRedirects/,
    );
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
  for (const field of [
    ...['client_secret', 'scope', 'sector_identifier_uri', 'jwks_uri'],
    ...['subject_type', 'id_token_signed_response_alg'],
  ]) {
    expect(body).not.toHaveProperty(field);
  }
});

it('registers names with joiners and variation selectors where a language or a symbol needs them', async () => {
  const server = await testServer();
  for (const client_name of ['می‌خواهم', '👩‍💻 dev', '❤️ Notes', 'Łódź Straße', '日本語']) {
    const { status, body } = await register(
      { redirect_uris: ['http://[::1]/'], client_name },
      server,
    );
    expect({ status, body }).toMatchObject({ status: 201, body: { client_name } });
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
