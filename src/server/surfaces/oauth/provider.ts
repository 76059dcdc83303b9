import { generateKeyPairSync } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Configuration, ResourceServer } from 'oidc-provider';
import { InvalidClientMetadata, InvalidTarget } from 'oidc-provider/lib/helpers/errors.js';
import { Provider } from 'oidc-provider/lib/provider.js';
import type { Log } from '../../../node/log.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import type { Clock } from '../../clock.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Store } from '../../store/store.ts';
import type { ClientAddresses } from '../shared/client-addresses.ts';
import { createAdapterFactory } from './adapter.ts';
import { type ClientDocumentOptions, clientDocuments, DocumentError } from './client-documents.ts';
import { makeNativeClient } from './client-metadata.ts';
import { consentPath, endpoints, resourceOf, scope } from './endpoints.ts';
import { storeUnavailable } from './error-response.ts';

export interface ProviderOptions {
  baseUrl: string;
  store: Store;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  addresses: ClientAddresses;
  /** Patterns of https redirect URIs that clients may register (default: none). */
  allowedRedirects?: readonly string[] | undefined;
  /** Whether clients may be identified by client ID metadata documents (default: `true`). */
  clientDocuments?: boolean | undefined;
  fetchSource: ClientDocumentOptions['fetchSource'];
  /** Renders the page for a failed authorization request. */
  renderError(problem: { error: string; description: string }): string;
}

const minute = 60;
const day = 24 * 60 * minute;

/** Lifetimes in seconds. A grant ends with its last refresh token, or after a year at most. */
const ttl = {
  Interaction: 30 * minute,
  AuthorizationCode: minute,
  AccessToken: 60 * minute,
  RefreshToken: 30 * day,
  Grant: 365 * day,
  Session: minute,
  IdToken: minute,
} as const;

/** Configures oidc-provider as an OAuth 2.1 server for native public clients and one resource. */
export function createProvider(options: ProviderOptions): Provider {
  const { baseUrl, log } = options;
  const provider = new Provider(baseUrl, configurationOf(options));
  // Its URLs follow the forwarded headers, which the caller has set to the base URL.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    if (ctx.path === endpoints.authorization) {
      // Ignores the requested scope and response mode: there is only one of each.
      const { response_mode: _, ...query } = ctx.query;
      ctx.query = { ...query, scope };
    }
    await next();
    if (ctx.path === endpoints.registration && ctx.status === 201) {
      const { id_token_signed_response_alg: _, subject_type: __, ...client } = Object(ctx.body);
      ctx.body = client;
    }
    if (!ctx.state['isStoreUnavailable'] || ctx.status !== 500) return;
    const { status, retryAfter, ...body } = storeUnavailable;
    ctx.set('retry-after', String(retryAfter));
    ctx.body = body;
    ctx.status = status;
  });
  const logError = (error: Error) => {
    const { message, stack } = error;
    log('error', 'authorization server failed', { message, stack });
  };
  (provider as EventEmitter).on('error', logError);
  provider.on('server_error', (ctx, error) => {
    ctx.state['isStoreUnavailable'] = error instanceof StoreUnavailable;
    logError(error);
  });
  return provider;
}

function configurationOf(options: ProviderOptions): Configuration {
  const { baseUrl, store, clock, addresses, allowedRedirects = [], renderError } = options;
  const resource = resourceOf(baseUrl);
  const adapter = createAdapterFactory({
    store: store.oauth,
    clock,
    metrics: options.metrics,
    addressOf: () => (Provider.ctx ? addresses.of(Provider.ctx.req) : ''),
  });
  const documents = clientDocuments({
    enabled: options.clientDocuments !== false,
    store: store.oauth,
    clients: adapter('Client'),
    fetchSource: options.fetchSource,
  });
  // Not `__Host-`, which requires the path `/`: two requests at a time need a cookie each.
  const cookiePrefix = baseUrl.startsWith('https:') ? '__Secure-' : '';
  return {
    adapter,
    fetch: documents.fetch,
    routes: endpoints,
    // Required by the library for ID tokens, which are never issued without the scope `openid`.
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
        const problem = makeNativeClient(metadata as Record<string, unknown>, allowedRedirects);
        if (problem) throw new InvalidClientMetadata(problem);
      },
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    cookies: {
      names: {
        session: `${cookiePrefix}newswatch_oauth`,
        interaction: `${cookiePrefix}newswatch_interaction`,
        resume: `${cookiePrefix}newswatch_resume`,
      },
      long: { httpOnly: true, sameSite: 'lax', path: endpoints.authorization },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    features: {
      clientIdMetadataDocument: documents.clientIdMetadataDocument,
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
    renderError(ctx, { error, error_description = '' }, { cause }) {
      // Other causes are for the log: they may have text of the database.
      const isShown = cause instanceof DocumentError || cause instanceof SyntaxError;
      const reason = isShown ? `: ${cause.message}` : '';
      ctx.type = 'html';
      ctx.body = renderError({ error, description: error_description + reason });
    },
  };
}

function ephemeralKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}
