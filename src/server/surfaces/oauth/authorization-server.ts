import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import type { AccountRecord } from '../../store/store.ts';
import { contentSecurityPolicy } from '../content-security-policy.ts';
import { loggedPath, shownPath } from '../shown-path.ts';
import { endpoints, resourceOf, scope } from './endpoints.ts';
import type { ProviderOptions } from './provider.ts';
import { storeAway } from './store-unavailable-response.ts';

/** One request to the server and its answer. */
interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** What a human is asked to approve. */
export interface ConsentRequest {
  /** What the assistant calls itself: outside text; `null` when it gave no name. */
  clientName: string | null;
  /** Where it is answered. */
  redirectUri: string;
}

/** OAuth 2.1 for MCP clients: its endpoints, and what the consent page needs of it. */
export interface AuthorizationServer {
  /** Whether a path is one of its endpoints. */
  takes(path: string): boolean;
  handle(exchange: Exchange): Promise<void>;
  /** What this browser is asked at `/oauth/consent/…`; `undefined` when it was asked nothing, or long ago. */
  consentRequest(exchange: Exchange): Promise<ConsentRequest | undefined>;
  /** Grants what was asked for in the account's name. The address that the browser goes on to. */
  approve(exchange: Exchange, account: AccountRecord): Promise<string>;
  /** Refuses it. The address that the browser goes on to. */
  deny(exchange: Exchange): Promise<string>;
}

const methods = new Map<string, string>([
  [endpoints.authorization, 'GET'],
  [endpoints.token, 'POST'],
  [endpoints.registration, 'POST'],
  [endpoints.revocation, 'POST'],
]);

export function createAuthorizationServer(options: ProviderOptions): AuthorizationServer {
  const { baseUrl, store, log } = options;
  const engine = lazily(() => loadEngine(options));

  const detailsOf = async ({ incoming, outgoing }: Exchange) => {
    const { provider } = await engine();
    asIfDirect(incoming, baseUrl);
    return provider.interactionDetails(incoming, outgoing);
  };

  const answer = async (exchange: Exchange) => {
    const { incoming, outgoing } = exchange;
    const path = pathOf(incoming);
    const method = methods.get(endpointOf(path));
    if (method !== incoming.method) {
      outgoing.setHeader('allow', method ?? '');
      return send(outgoing, 405, 'invalid_request', `${shownPath(path)} takes ${method}`);
    }
    const { listener, rateLimits } = await engine();
    const wait = await rateLimits.retryAfter(path, incoming.socket.remoteAddress ?? '');
    if (wait !== undefined) {
      outgoing.setHeader('retry-after', String(wait));
      return send(outgoing, 429, 'rate_limited', `too many requests; try again in ${wait} s`);
    }
    asIfDirect(incoming, baseUrl);
    await listener(incoming, outgoing);
  };

  return {
    takes: (path) => methods.has(endpointOf(path)),

    async handle(exchange) {
      const { incoming, outgoing } = exchange;
      const started = performance.now();
      const request_id = randomUUID();
      outgoing.setHeader('x-request-id', request_id);
      outgoing.setHeader('cache-control', 'no-store');
      outgoing.setHeader('content-security-policy', contentSecurityPolicy());
      outgoing.setHeader('x-content-type-options', 'nosniff');
      outgoing.setHeader('referrer-policy', 'no-referrer');
      await answer(exchange).catch((error: Error) => {
        log('error', 'request failed', { request_id, message: error.message, stack: error.stack });
        if (error instanceof StoreUnavailable) return sendAway(outgoing);
        return send(
          outgoing,
          500,
          'server_error',
          'the service failed; the request id leads to its log',
        );
      });
      log('info', 'request', {
        request_id,
        method: incoming.method,
        path: loggedPath(pathOf(incoming)),
        status: outgoing.statusCode,
        ms: Math.round((performance.now() - started) * 10) / 10,
      });
    },

    async consentRequest(exchange) {
      const details = await detailsOf(exchange).catch(ignoreUnknown);
      if (!details) return undefined;
      const { client_id, redirect_uri } = details.params;
      const client = await store.oauth.getClient(String(client_id));
      return client && { clientName: client.name, redirectUri: String(redirect_uri) };
    },

    async approve(exchange, { id: accountId }) {
      const { provider } = await engine();
      const { params } = await detailsOf(exchange);
      const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
      grant.addResourceScope(resourceOf(baseUrl), scope);
      const consent = { grantId: await grant.save() };
      const { incoming, outgoing } = exchange;
      return provider.interactionResult(incoming, outgoing, { login: { accountId }, consent });
    },

    async deny({ incoming, outgoing }) {
      const { provider } = await engine();
      return provider.interactionResult(incoming, outgoing, {
        error: 'access_denied',
        error_description: 'the user did not approve the request',
      });
    },
  };
}

/** What only the first request of an assistant needs: it costs as much to load as the whole server. */
async function loadEngine(options: ProviderOptions) {
  const [{ createProvider }, { RateLimits }] = await Promise.all([
    import('./provider.ts'),
    import('./rate-limits.ts'),
  ]);
  const provider = createProvider(options);
  return {
    provider,
    listener: provider.callback(),
    rateLimits: new RateLimits(options.store.rateLimits),
  };
}

function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/\?.*$/s, '');
}

/** The endpoint that a path belongs to: a request that was approved comes back below its own. */
function endpointOf(path: string): string {
  return path.startsWith(`${endpoints.authorization}/`) ? endpoints.authorization : path;
}

/** The library makes addresses from these headers: whatever a client sent, they are the base URL's. */
function asIfDirect({ headers }: IncomingMessage, baseUrl: string): void {
  const { host, protocol } = new URL(baseUrl);
  headers.host = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
  delete headers['x-forwarded-host'];
}

function send(outgoing: ServerResponse, status: number, error: string, description: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ error, error_description: description }));
}

function sendAway(outgoing: ServerResponse): void {
  outgoing.setHeader('retry-after', String(storeAway.retryAfter));
  send(outgoing, 503, storeAway.error, storeAway.description);
}

/** The library's error for a request for consent that is not this browser's or has expired. */
function ignoreUnknown(error: unknown): undefined {
  if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
  throw error;
}
