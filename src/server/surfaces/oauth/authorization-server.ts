import { randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { once } from '../../../contract/once.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import type { SharedCounters } from '../../limits/shared-counters.ts';
import type { AccountRecord } from '../../store/store.ts';
import type { BodyBudget } from '../shared/body-budget.ts';
import type { ClientAddresses } from '../shared/client-addresses.ts';
import type { ConcurrencyLimit, Place } from '../shared/concurrency-limit.ts';
import { countRequest } from '../shared/count-request.ts';
import { RateLimitedError } from '../shared/rate-limited-error.ts';
import { redactPath, redactPathForLog } from '../shared/redact-path.ts';
import { type RequestQuota, type RequestRates, rateLimitHeaders } from '../shared/request-rates.ts';
import { securityHeaders } from '../shared/security-headers.ts';
import { authorizationProblem, boundedRequest } from './bounded-request.ts';
import { documentHost, isDocumentUrl } from './client-documents.ts';
import { endpointOf, endpoints, resourceOf, scope } from './endpoints.ts';
import { type OAuthError, sendOAuthError, storeUnavailable } from './error-response.ts';
import type { ProviderOptions } from './provider.ts';
import { RateLimits } from './rate-limits.ts';

/** The parts of an authorization request that the consent page shows. */
export interface ConsentRequest {
  /** The name that the assistant gives itself: untrusted text. `null` if it has none. */
  clientName: string | null;
  /** The website that publishes the name and the redirect URIs; `null` if the assistant registered. */
  clientHost: string | null;
  redirectUri: string;
}

export interface AuthorizationServerOptions extends ProviderOptions {
  addresses: ClientAddresses;
  bodies: BodyBudget;
  counters: SharedCounters;
  /** Limits the requests of each address. */
  rates: RequestRates;
  /** Requests of each address that run. */
  running: ConcurrencyLimit;
  /** Redirects a browser without a session to the sign-in page; returns whether it did. */
  redirectToSignIn(exchange: HttpBindings): Promise<boolean>;
}

export type AuthorizationServer = ReturnType<typeof createAuthorizationServer>;

/** A request with what remains of the rate limits that apply to it. */
type Exchange = HttpBindings & { quotas: RequestQuota[] };

const methods = new Map<string, string>([
  [endpoints.authorization, 'GET'],
  [endpoints.token, 'POST'],
  [endpoints.registration, 'POST'],
  [endpoints.revocation, 'POST'],
]);

/** OAuth 2.1 for MCP clients: its endpoints, and the actions of the consent page. */
export function createAuthorizationServer(options: AuthorizationServerOptions) {
  const { baseUrl, store, log, addresses, bodies, metrics, rates, running } = options;
  const { renderError, redirectToSignIn } = options;
  const rateLimits = new RateLimits({ ...options, store: store.rateLimits });
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

  /** Sends a page for an authorization request, which a browser makes, and JSON for the others. */
  const sendError = ({ incoming, outgoing }: HttpBindings, problem: OAuthError) => {
    if (endpointOf(pathOf(incoming)) !== endpoints.authorization) {
      return sendOAuthError(outgoing, problem);
    }
    const { status, error, error_description: description, retryAfter } = problem;
    if (retryAfter !== undefined) outgoing.setHeader('retry-after', String(retryAfter));
    const page = renderError({ error, description });
    outgoing.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    outgoing.end(page);
  };

  /** Limits the documents that are fetched and stored for new clients, like registrations. */
  const limitDocuments = async (exchange: Exchange): Promise<void> => {
    const { incoming } = exchange;
    if (pathOf(incoming) !== endpoints.authorization) return;
    const query = new URLSearchParams(queryOf(incoming));
    // Silent requests fetch no documents of new clients.
    if (query.get('prompt') === 'none') return;
    const clientId = query.get('client_id') ?? '';
    if (!isDocumentUrl(clientId) || (await store.oauth.getClient(clientId))) return;
    const address = addresses.of(incoming);
    await counted(exchange, (quotas) => rateLimits.takeDocument(address, quotas));
  };

  /** Users sign in first, so that anonymous requests store nothing. */
  const signsInFirst = async (exchange: HttpBindings): Promise<boolean> => {
    const { incoming } = exchange;
    if (pathOf(incoming) !== endpoints.authorization) return false;
    const isSilent = new URLSearchParams(queryOf(incoming)).get('prompt') === 'none';
    return !isSilent && (await redirectToSignIn(exchange));
  };

  const respond = async (exchange: Exchange, place: Place) => {
    const { incoming, outgoing } = exchange;
    const path = pathOf(incoming);
    const method = methods.get(endpointOf(path));
    if (method !== incoming.method) {
      outgoing.setHeader('allow', method ?? '');
      const error_description = `${redactPath(path)} supports ${method} only`;
      return sendOAuthError(outgoing, { status: 405, error: 'invalid_request', error_description });
    }
    const address = addresses.of(incoming);
    await counted(exchange, (quotas) => rateLimits.take(endpointOf(path), address, quotas));
    const problem = problemOf(incoming);
    if (problem) return sendError(exchange, problem);
    if (await signsInFirst(exchange)) return;
    await limitDocuments(exchange);
    // RFC 7591, section 3.2.2.
    const code = path === endpoints.registration ? 'invalid_client_metadata' : 'invalid_request';
    const request =
      method === 'POST'
        ? await place.leave(() => boundedRequest(incoming, bodies, code))
        : incoming;
    if (!(request instanceof IncomingMessage)) return sendError(exchange, request);
    const { listener } = await load();
    setForwardedHeaders(request, baseUrl);
    await listener(request, outgoing);
  };

  const limited = async (exchange: HttpBindings) => {
    const address = addresses.of(exchange.incoming);
    const counting: Exchange = { ...exchange, quotas: [] };
    try {
      await counted(counting, (quotas) => rates.take('address', address, quotas));
      await running.run(address, (place) => respond(counting, place));
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      sendError(exchange, tooMany(error));
    }
  };

  return {
    /** Whether the path is an endpoint of the authorization server. */
    hasEndpoint: (path: string) => methods.has(endpointOf(path)),

    /** Never rejects. */
    async handle(exchange: HttpBindings): Promise<void> {
      const { incoming, outgoing } = exchange;
      const started = performance.now();
      const request_id = randomUUID();
      outgoing.setHeader('x-request-id', request_id);
      for (const [name, value] of Object.entries(securityHeaders)) outgoing.setHeader(name, value);
      await limited(exchange).catch((error: Error) => {
        log('error', 'request failed', { request_id, message: error.message, stack: error.stack });
        if (outgoing.headersSent) return void outgoing.destroy();
        if (error instanceof StoreUnavailable) return sendOAuthError(outgoing, storeUnavailable);
        const error_description = 'the request failed; see the server log for its request id';
        return sendOAuthError(outgoing, { status: 500, error: 'server_error', error_description });
      });
      const milliseconds = performance.now() - started;
      const operation = endpointOf(pathOf(incoming));
      countRequest(metrics, { operation, status: outgoing.statusCode, milliseconds });
      log('info', 'request', {
        request_id,
        method: incoming.method,
        path: redactPathForLog(pathOf(incoming)),
        status: outgoing.statusCode,
        ms: Math.round(milliseconds * 10) / 10,
      });
    },

    /** The request to approve in this browser; `undefined` if there is none or it has expired. */
    async consentRequest(exchange: HttpBindings): Promise<ConsentRequest | undefined> {
      const details = await interactionDetails(exchange).catch(ignoreUnknown);
      // A sibling domain can set the cookie for another request than that of the path.
      if (!details || !pathOf(exchange.incoming).endsWith(`/${details.uid}`)) return undefined;
      const { client_id, redirect_uri } = details.params;
      const client = await store.oauth.getClient(String(client_id));
      if (!client) return undefined;
      const clientHost = documentHost(client.id);
      return { clientName: client.name, clientHost, redirectUri: String(redirect_uri) };
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

/** Counts a request, and sets the headers with what remains, also if nothing does. */
async function counted(
  { outgoing, quotas }: Exchange,
  take: (quotas: RequestQuota[]) => void | Promise<void>,
): Promise<void> {
  try {
    await take(quotas);
  } finally {
    for (const [name, value] of rateLimitHeaders(quotas)) outgoing.setHeader(name, value);
  }
}

/** Checks what needs neither the store nor the library. */
function problemOf(incoming: IncomingMessage): OAuthError | undefined {
  const isAuthorization = pathOf(incoming) === endpoints.authorization;
  return isAuthorization ? authorizationProblem(queryOf(incoming)) : undefined;
}

function tooMany({ message, retryAfter }: RateLimitedError): OAuthError {
  return { status: 429, error: 'rate_limited', error_description: message, retryAfter };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/\?.*$/s, '');
}

function queryOf({ url = '' }: IncomingMessage): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
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
