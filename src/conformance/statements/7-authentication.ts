import { operations } from '../../contract/operations.ts';
import { parseUrl } from '../../node/parse-url.ts';
import { deliveredEvent } from '../alert-delivery.ts';
import { contains, describe, listAt, objectIn, textAt, valueAt } from '../json.ts';
import { eventNeeds } from '../need.ts';
import { ensureSigned } from '../signature.ts';
import type { CheckedStatement } from '../statement.ts';
import { parseJson } from '../surfaces/http.ts';
import { rpcRequest } from '../surfaces/mcp.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import type { Trial } from '../trial.ts';
import { ensure } from '../violation.ts';

const { account } = operations;
const overview = { method: 'GET', path: account.overview.path } as const;

/** docs/service.md §7 */
export const authentication: readonly CheckedStatement[] = [
  {
    id: '7-1',
    text: 'Requests of the service to webhooks are authenticated by their signature.',
    needs: eventNeeds,
    check: async (trial) => {
      const { request, secret } = await deliveredEvent(trial);
      ensureSigned(request, secret);
    },
  },
  {
    id: '7.1-1',
    text: 'A user creates API keys in the settings under Agents.',
    needs: ['test world'],
    check: async (trial) => {
      const key = await trial.world.createKey('created');
      const headers = { authorization: `Bearer ${key}` };
      const { status } = await trial.send({ ...overview, headers }, 'anonymous');
      await trial.world.revokeKey('created');
      ensure(status === 200, `status ${status}`);
    },
  },
  {
    id: '7.1-2',
    text: 'A key is sent in the header `Authorization: Bearer <API_KEY>`.',
    check: async (trial) => {
      const { status } = await trial.send(overview);
      ensure(status === 200, `status ${status}`);
      const headers = { authorization: trial.key() };
      const other = await trial.send({ ...overview, headers }, 'anonymous');
      ensure(other.status === 401, `without the word Bearer: status ${other.status}`);
    },
  },
  {
    id: '7.1-3',
    text: 'A key works for HTTP, MCP and the command line.',
    surfaces: surfaceNames,
    check: async (trial) => void (await trial.ok(account.overview)),
  },
  {
    id: '7.1-4',
    text: 'MCP also takes the key in the path: /mcp/<API_KEY>.',
    surfaces: ['mcp'],
    check: async (trial) => {
      const { isError, body } = await trial.mcpByPath().call(account.overview, {});
      ensure(!isError, describe(body));
      const { body: overHttp } = await trial.call(account.overview, {}, 'paid', 'http');
      const id = valueAt(overHttp, 'account.id');
      ensure(typeof id !== 'string' || contains(body, id), 'it is another account');
    },
  },
  {
    id: '7.1-5',
    text: 'A revoked key has no access.',
    surfaces: surfaceNames,
    needs: ['revoked key'],
    check: async (trial) => {
      if (trial.surface === 'mcp') {
        const { status } = await trial.send(rpcRequest('tools/list'), 'revoked');
        ensure(status === 401, `status ${status}`);
      } else await trial.rejected(account.overview, {}, 'revoked');
    },
  },
  {
    id: '7.1-6',
    text: 'Revoking a key in the settings cuts its access at once.',
    needs: ['test world'],
    check: async (trial) => {
      const key = await trial.world.createKey('to revoke');
      const headers = { authorization: `Bearer ${key}` };
      const before = await trial.send({ ...overview, headers }, 'anonymous');
      await trial.world.revokeKey('to revoke');
      const after = await trial.send({ ...overview, headers }, 'anonymous');
      ensure(before.status === 200, `before: status ${before.status}`);
      ensure(after.status === 401, `after: status ${after.status}`);
    },
  },
  {
    id: '7.2-1',
    text: 'An assistant that connects to /mcp learns where the user approves access in a browser.',
    surfaces: ['mcp'],
    check: async (trial) => {
      const { authorization_endpoint: page } = await authorizationServer(trial);
      ensure(typeof page === 'string' && parseUrl(page) !== undefined, describe(page));
    },
  },
  {
    id: '7.2-2',
    text: 'The user approves an assistant in a browser.',
    surfaces: ['mcp'],
    check: { shownBy: 'test/ordeals/browser/assistant.test.ts' },
  },
  {
    id: '7.2-3',
    text: 'PKCE is supported.',
    surfaces: ['mcp'],
    check: async (trial) => {
      const methods = listAt(await authorizationServer(trial), 'code_challenge_methods_supported');
      ensure(methods.includes('S256'), `only ${describe(methods)}`);
    },
  },
  {
    id: '7.2-4',
    text: 'Dynamic client registration is supported.',
    surfaces: ['mcp'],
    check: async (trial) => void textAt(await authorizationServer(trial), 'registration_endpoint'),
  },
  {
    id: '7.2-5',
    text: 'A user revokes an assistant in the settings under Agents.',
    surfaces: ['mcp'],
    check: { shownBy: 'test/integration/server/surfaces/oauth/revocation.test.ts' },
  },
  {
    id: '7.3-1',
    text: 'No scope of an assistant covers billing, invitations, predictions or deleting the user.',
    surfaces: ['mcp'],
    check: async (trial) => {
      const { scopes_supported: scopes = [] } = await authorizationServer(trial);
      const text = JSON.stringify(scopes);
      ensure(!/bill|pay|purchase|invit|predict|delete/i.test(text), `the scopes are ${text}`);
    },
  },
];

/** The metadata of the authorization server, found as assistants find it (RFC 9728, RFC 8414). */
async function authorizationServer(trial: Trial): Promise<Record<string, unknown>> {
  const { status, headers } = await trial.send(
    { method: 'POST', path: '/mcp', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' },
    'anonymous',
  );
  const challenge = headers['www-authenticate'] ?? '';
  const [, url = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
  ensure(
    status === 401 && parseUrl(url) !== undefined,
    `status ${status}, WWW-Authenticate: ${challenge}`,
  );
  const [issuer] = listAt(await metadata(trial, new URL(url).pathname), 'authorization_servers');
  ensure(
    typeof issuer === 'string' && parseUrl(issuer) !== undefined,
    `the issuer is ${describe(issuer)}`,
  );
  const { pathname } = new URL(issuer);
  const suffix = pathname === '/' ? '' : pathname;
  return objectIn(await metadata(trial, `/.well-known/oauth-authorization-server${suffix}`));
}

async function metadata(trial: Trial, path: string): Promise<unknown> {
  const { status, text } = await trial.send({ method: 'GET', path }, 'anonymous');
  ensure(status === 200, `${path}: status ${status}`);
  return parseJson(text, path);
}
