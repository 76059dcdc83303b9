import { expect, it } from 'vitest';
import { bearerChallenge } from '../../../../../src/server/surfaces/oauth/metadata.ts';
import { testServer } from '../../../../helpers/server.ts';

it('a 401 of the protected resource has a link to its metadata (RFC 9728, section 5.1)', async () => {
  const { baseUrl } = await testServer();
  const challenge = bearerChallenge(baseUrl, 'invalid_token');
  expect(challenge).toMatch(/^Bearer error="invalid_token", /);
  expect(bearerChallenge(baseUrl)).not.toContain('error');
  const [, url = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
  const response = await fetch(url);
  expect(await response.json()).toMatchObject({ authorization_servers: [baseUrl] });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});

it.each([
  '/.well-known/oauth-protected-resource/mcp/nw_secret',
  '/.well-known/oauth-authorization-server/mcp/nw_secret',
  '/.well-known/openid-configuration/mcp/nw_secret/x',
  '/mcp/nw_secret/.well-known/openid-configuration',
])('responds to %s, which an MCP client may try, without the key', async (path) => {
  const { baseUrl } = await testServer();
  const response = await fetch(baseUrl + path);
  expect([404, 405]).toContain(response.status);
  const text = await response.text();
  expect(text).toContain('/mcp/***');
  expect(text).not.toContain('nw_secret');
});
