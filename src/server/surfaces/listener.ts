import type { RequestListener } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { errorMessage } from '../../node/error-message.ts';
import type { Log } from '../../node/log.ts';
import type { Clock } from '../clock.ts';
import { createSettingsService } from '../domain/accounts/settings-service.ts';
import type { SignIn } from '../domain/accounts/sign-in.ts';
import { ApiError } from '../domain/api-error.ts';
import type { Context } from '../domain/context.ts';
import type { Service } from '../domain/service.ts';
import type { SourceFetch } from '../egress/guarded-fetch.ts';
import type { SharedCounters } from '../limits/shared-counters.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Readiness } from '../readiness.ts';
import type { Store } from '../store/store.ts';
import type { NewExchange } from '../testing/new-exchange.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { createApp } from './app.ts';
import type { AllowedHosts } from './mcp/allowed-hosts.ts';
import { createAuthorizationServer } from './oauth/authorization-server.ts';
import { renderOAuthError } from './pages/error-page.tsx';
import { redirectToSignIn } from './pages/page-session.ts';
import { createPages } from './pages/routes.tsx';
import type { BodyBudget } from './shared/body-budget.ts';
import type { ClientAddresses } from './shared/client-addresses.ts';
import { ConcurrencyLimit } from './shared/concurrency-limit.ts';
import { requestLimits } from './shared/limits.ts';
import { rejectedBy } from './shared/rate-limited-error.ts';
import { Rejections } from './shared/rejections.ts';
import { originForm, requestProblem } from './shared/request-problem.ts';
import { type RateLimitSettings, RequestRates } from './shared/request-rates.ts';
import { SecretChecks } from './shared/secret-checks.ts';

export interface ListenerOptions {
  /** The server's public origin. */
  baseUrl: string;
  service: Service;
  signIn: SignIn;
  store: Store;
  clock: Clock;
  dispatcher: Context['dispatcher'];
  /** URL of the page where users choose a plan. */
  pricingUrl: string;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  readiness: Readiness;
  /** See `ServerOptions.overrideGlobals`. */
  overrideGlobals: boolean;
  /** Host names that the MCP endpoint accepts. */
  allowedHosts: AllowedHosts;
  /** Patterns of https redirect URIs that OAuth clients may register (default: none). */
  allowedRedirects?: readonly string[] | undefined;
  /** Whether OAuth clients may be identified by client ID metadata documents (default: `true`). */
  clientDocuments?: boolean | undefined;
  /** Fetches those documents. */
  fetchSource: SourceFetch;
  /** Determines whom the limits of an address apply to. */
  addresses: ClientAddresses;
  bodies: BodyBudget;
  counters: SharedCounters;
  rateLimits?: RateLimitSettings | undefined;
  /** Aborted when the server stops, to end open streams. */
  stopping: AbortSignal;
  newExchange: NewExchange;
}

/** One request listener for all surfaces. */
export function createListener(options: ListenerOptions): RequestListener {
  const { metrics } = options;
  const secure = options.baseUrl.startsWith('https:');
  const secretChecks = new SecretChecks(options.counters, metrics);
  const rates = new RequestRates(options.counters, metrics, options.rateLimits);
  const sessions = { ...options, secretChecks, secure };
  const running = new ConcurrencyLimit({
    maxRunning: requestLimits.maxRunningPerAddress,
    maxWaiting: requestLimits.maxQueuedPerAddress,
    excess: () =>
      rejectedBy(metrics, 'concurrent_requests', 'requests from this address at the same time', 1),
  });
  const authorization = createAuthorizationServer({
    ...options,
    rates,
    running,
    renderError: renderOAuthError,
    redirectToSignIn: (exchange) => redirectToSignIn(exchange, sessions),
  });
  const settings = createSettingsService(options);
  const pages = createPages({ ...sessions, settings, authorization });
  const { fetch } = createApp({ ...options, secretChecks, rates, pages, running });
  const rejections = new Rejections(options);
  const listener = getRequestListener(fetch, {
    overrideGlobalObjects: options.overrideGlobals,
    errorHandler(error) {
      if (error instanceof RequestError) {
        const message = 'the URL or the Host header is not valid';
        return rejections.response(new ApiError('invalid_request', message));
      }
      options.log('error', 'request failed', { reason: errorMessage(error) });
      return rejections.response(
        new ApiError('internal', 'the request failed; see the server log'),
      );
    },
  });
  return (incoming, outgoing) => {
    const problem = requestProblem(incoming);
    if (problem) return rejections.send(incoming, outgoing, problem);
    const { url = '', headers } = incoming;
    incoming.url = originForm(url, headers.host ?? '') ?? url;
    const path = (incoming.url ?? '').replace(/\?.*$/s, '');
    if (authorization.hasEndpoint(path)) void authorization.handle({ incoming, outgoing });
    else void listener(incoming, outgoing);
  };
}
