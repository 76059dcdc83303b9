import { generateKeyPairSync } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Configuration, ResourceServer } from 'oidc-provider';
import { InvalidClientMetadata, InvalidTarget } from 'oidc-provider/lib/helpers/errors.js';
import { Provider } from 'oidc-provider/lib/provider.js';
import type { Log } from '../../../node/log.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import type { Clock } from '../../clock.ts';
import type { Store } from '../../store/store.ts';
import { storeAdapter } from './adapter.ts';
import { nativeClientProblem } from './client-metadata.ts';
import { consentPath, endpoints, resourceOf, scope } from './endpoints.ts';
import { storeAway } from './store-unavailable-response.ts';

export interface ProviderOptions {
  baseUrl: string;
  store: Store;
  clock: Clock;
  log: Log;
  /** The page that tells a human why an assistant's request cannot go on. */
  errorPage(problem: { error: string; description: string }): string;
}

const minute = 60;
const day = 24 * 60 * minute;

/** Lifetimes in seconds. A grant that is never revoked ends with its last refresh token. */
const ttl = {
  Interaction: 30 * minute,
  AuthorizationCode: minute,
  AccessToken: 60 * minute,
  RefreshToken: 30 * day,
  Grant: 365 * day,
  Session: minute,
  IdToken: minute,
} as const;

/** The library, set up as an OAuth 2.1 authorization server for native public clients and one resource. */
export function createProvider(options: ProviderOptions): Provider {
  const { baseUrl, log } = options;
  const provider = new Provider(baseUrl, configurationOf(options));
  // The addresses that it makes follow the request's; the caller has set those to the base URL.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    if (ctx.path === endpoints.authorization) {
      // There is one scope, and one way to answer.
      const { response_mode: _, ...asked } = ctx.query;
      ctx.query = { ...asked, scope };
    }
    await next();
    if (!ctx.state['storeAway'] || ctx.status !== 500) return;
    ctx.set('retry-after', String(storeAway.retryAfter));
    ctx.body = { error: storeAway.error, error_description: storeAway.description };
    ctx.status = 503;
  });
  const tell = (error: Error) => {
    const { message, stack } = error;
    log('error', 'authorization server failed', { message, stack });
  };
  (provider as EventEmitter).on('error', tell);
  provider.on('server_error', (ctx, error) => {
    ctx.state['storeAway'] = error instanceof StoreUnavailable;
    tell(error);
  });
  return provider;
}

function configurationOf({ baseUrl, store, clock, errorPage }: ProviderOptions): Configuration {
  const resource = resourceOf(baseUrl);
  return {
    adapter: storeAdapter(store.oauth, clock),
    routes: endpoints,
    // A key for id tokens has to be there; without the scope `openid` none is ever issued.
    jwks: { keys: [{ ...ephemeralKey(), alg: 'ES256', use: 'sig' }] },
    scopes: [],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    extraClientMetadata: {
      properties: ['software_id', 'software_version'],
      validator(_ctx, _key, _value, metadata) {
        const problem = nativeClientProblem(metadata as Record<string, unknown>);
        if (problem) throw new InvalidClientMetadata(problem);
      },
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    cookies: {
      names: {
        session: 'newswatch_oauth',
        interaction: 'newswatch_interaction',
        resume: 'newswatch_resume',
      },
      long: { httpOnly: true, sameSite: 'lax', path: endpoints.authorization },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_ctx, _client, oneOf) => oneOf?.[0] ?? resource,
        useGrantedResource: async () => true,
        async getResourceServerInfo(_ctx, indicator): Promise<ResourceServer> {
          if (indicator !== resource) throw new InvalidTarget();
          return { scope, audience: resource, accessTokenFormat: 'opaque' };
        },
      },
    },
    interactions: { url: (_ctx, { uid }) => `${consentPath}/${uid}` },
    async findAccount(_ctx, id) {
      const account = await store.accounts.get(id);
      return account && { accountId: id, claims: async () => ({ sub: id }) };
    },
    expiresWithSession: async () => false,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    ttl: { ...ttl },
    renderError(ctx, { error, error_description }) {
      ctx.type = 'html';
      ctx.body = errorPage({ error, description: error_description ?? '' });
    },
  };
}

function ephemeralKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}
