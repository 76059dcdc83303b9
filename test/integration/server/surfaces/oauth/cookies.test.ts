import { expect, it } from 'vitest';
import { freePort } from '../../../../helpers/free-port.ts';
import { rawRequest } from '../../../../helpers/raw-request.ts';
import { testServer } from '../../../../helpers/server.ts';

const publicUrl = 'https://news.example.com';

it('are limited to HTTPS and to their request if the server is behind HTTPS', async () => {
  const port = await freePort();
  const server = await testServer({ publicUrl, port });
  const local = { baseUrl: `http://127.0.0.1:${port}` };
  const send = (method: string, path: string, type: string, body: string, cookie = '') =>
    rawRequest(
      local,
      [
        `${method} ${path} HTTP/1.1`,
        'Host: news.example.com',
        'Connection: close',
        `Origin: ${publicUrl}`,
        `Content-Type: ${type}`,
        `Content-Length: ${body.length}`,
        `Cookie: ${cookie}`,
        '',
        body,
      ].join('\r\n'),
    );
  const link = new URLSearchParams({ link: await server.settingsUrl() }).toString();
  const form = 'application/x-www-form-urlencoded';
  const signedIn = await send('POST', '/sign-in', form, link);
  const [session = ''] = signedIn.cookies[0]?.split(';') ?? [];
  expect(signedIn.status).toBe(303);

  const redirectUri = 'http://127.0.0.1:1/';
  const metadata = JSON.stringify({ redirect_uris: [redirectUri] });
  const registered = await send('POST', '/oauth/register', 'application/json', metadata);
  const json = registered.body.slice(registered.body.indexOf('{'));
  const { client_id } = JSON.parse(json) as { client_id: string };
  const query = new URLSearchParams({
    client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  const { status, cookies } = await send('GET', `/oauth/authorize?${query}`, form, '', session);
  expect(status).toBe(303);
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) {
    expect(cookie).toMatch(
      /^__Secure-newswatch_(interaction|resume)=.*; path=\/oauth\/\w+\/.*; secure; httponly/,
    );
  }
});
