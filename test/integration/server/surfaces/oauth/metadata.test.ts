import { expect, it } from 'vitest';
import { bearerChallenge } from '../../../../../src/server/surfaces/oauth/metadata.ts';
import { testServer } from '../../../../helpers/server.ts';

it('a 401 of the protected resource has a link to its metadata (RFC 9728, section 5.1)', async () => {
  const { base_url } = await testServer();
  const challenge = bearerChallenge(base_url, 'invalid_token');
  expect(challenge).toMatch(/^Bearer error="invalid_token", /);
  expect(bearerChallenge(base_url)).not.toContain('error');
  const [, url = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
  const response = await fetch(url);
  expect(await response.json()).toMatchObject({ authorization_servers: [base_url] });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});
