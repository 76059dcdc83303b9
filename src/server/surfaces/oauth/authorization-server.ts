import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { once } from '../../../contract/once.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import type { AccountRecord } from '../../store/store.ts';
import { contentSecurityPolicy } from '../shared/content-security-policy.ts';
import { redactPath, redactPathForLog } from '../shared/redact-path.ts';
import { endpoints, resourceOf, scope } from './endpoints.ts';
import { sendOAuthError, storeUnavailable } from './error-response.ts';
import type { ProviderOptions } from './provider.ts';
import { RateLimits } from './rate-limits.ts';

/** The parts of an authorization request that the consent page shows. */
export interface ConsentRequest {
  /** The name that the assistant gives itself: untrusted text. `null` if it has none. */
  clientName: string | null;
  redirectUri: string;
}

export type AuthorizationServer = ReturnType<typeof createAuthorizationServer>;

const methods = new Map<string, string>([
  [endpoints.authorization, 'GET'],
  [endpoints.token, 'POST'],
  [endpoints.registration, 'POST'],
  [endpoints.revocation, 'POST'],
]);

/** OAuth 2.1 for MCP clients: its endpoints, and the actions of the consent page. */
export function createAuthorizationServer(options: ProviderOptions) {
  const { baseUrl, store, log } = options;
  const rateLimits = new RateLimits(store.rateLimits);
  // Loaded on the first request, because it takes as long to load as the rest of the server.
  const load = once(async () => {
    const { createProvider } = await import('./provider.ts');
    const provider = createProvider(options);
    return { provider, listener: provider.callback() };
  });

  const interactionDetails = async ({ incoming, outgoing }: HttpBindings) => {
    const { provider } = await load();
    setForwardedHeaders(incoming, baseUrl);
    return provider.interactionDetails(incoming, outgoing);
  };

  const respond = async ({ incoming, outgoing }: HttpBindings) => {
    const path = pathOf(incoming);
    const method = methods.get(endpointOf(path));
    if (method !== incoming.method) {
      outgoing.setHeader('allow', method ?? '');
      const error_description = `${redactPath(path)} supports ${method} only`;
      return sendOAuthError(outgoing, { status: 405, error: 'invalid_request', error_description });
    }
    const retryAfter = await rateLimits.retryAfter(path, incoming.socket.remoteAddress ?? '');
    if (retryAfter !== undefined) {
      const error_description = `too many requests; try again in ${retryAfter} s`;
      const error = 'rate_limited';
      return sendOAuthError(outgoing, { status: 429, error, error_description, retryAfter });
    }
    const { listener } = await load();
    setForwardedHeaders(incoming, baseUrl);
    await listener(incoming, outgoing);
  };

  return {
    /** Whether the path is an endpoint of the authorization server. */
    hasEndpoint: (path: string) => methods.has(endpointOf(path)),

    async handle(exchange: HttpBindings): Promise<void> {
      const { incoming, outgoing } = exchange;
      const started = performance.now();
      const request_id = randomUUID();
      outgoing.setHeader('x-request-id', request_id);
      outgoing.setHeader('cache-control', 'no-store');
      outgoing.setHeader('content-security-policy', contentSecurityPolicy());
      outgoing.setHeader('x-content-type-options', 'nosniff');
      outgoing.setHeader('referrer-policy', 'no-referrer');
      await respond(exchange).catch((error: Error) => {
        log('error', 'request failed', { request_id, message: error.message, stack: error.stack });
        if (error instanceof StoreUnavailable) return sendOAuthError(outgoing, storeUnavailable);
        const error_description = 'the request failed; see the server log for its request id';
        return sendOAuthError(outgoing, { status: 500, error: 'server_error', error_description });
      });
      log('info', 'request', {
        request_id,
        method: incoming.method,
        path: redactPathForLog(pathOf(incoming)),
        status: outgoing.statusCode,
        ms: Math.round((performance.now() - started) * 10) / 10,
      });
    },

    /** The request to approve in this browser; `undefined` if there is none or it has expired. */
    async consentRequest(exchange: HttpBindings): Promise<ConsentRequest | undefined> {
      const details = await interactionDetails(exchange).catch(ignoreUnknown);
      if (!details) return undefined;
      const { client_id, redirect_uri } = details.params;
      const client = await store.oauth.getClient(String(client_id));
      return client && { clientName: client.name, redirectUri: String(redirect_uri) };
    },

    /** Approves the request for the account. Returns the URL that the browser continues to. */
    async approve(exchange: HttpBindings, { id: accountId }: AccountRecord): Promise<string> {
      const { provider } = await load();
      const { params } = await interactionDetails(exchange);
      const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
      grant.addResourceScope(resourceOf(baseUrl), scope);
      const consent = { grantId: await grant.save() };
      const { incoming, outgoing } = exchange;
      return provider.interactionResult(incoming, outgoing, { login: { accountId }, consent });
    },

    /** Denies the request. Returns the URL that the browser continues to. */
    async deny({ incoming, outgoing }: HttpBindings): Promise<string> {
      const { provider } = await load();
      return provider.interactionResult(incoming, outgoing, {
        error: 'access_denied',
        error_description: 'the user denied the request',
      });
    },
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/\?.*$/s, '');
}

/** The endpoint of a path: an approved request continues at `/oauth/authorize/<id>`. */
function endpointOf(path: string): string {
  return path.startsWith(`${endpoints.authorization}/`) ? endpoints.authorization : path;
}

/** Sets the headers from which the library builds URLs, so that it uses the base URL. */
function setForwardedHeaders({ headers }: IncomingMessage, baseUrl: string): void {
  const { host, protocol } = new URL(baseUrl);
  headers.host = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
  delete headers['x-forwarded-host'];
}

/** Ignores that an authorization request has expired or belongs to another browser. */
function ignoreUnknown(error: unknown): undefined {
  if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
  throw error;
}
