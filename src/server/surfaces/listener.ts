import type { RequestListener } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { errorMessage } from '../../node/error-message.ts';
import type { Log } from '../../node/log.ts';
import type { Clock } from '../clock.ts';
import { createSettingsService } from '../domain/accounts/settings-service.ts';
import type { SignIn } from '../domain/accounts/sign-in.ts';
import { ApiError } from '../domain/api-error.ts';
import type { Service } from '../domain/service.ts';
import type { Readiness } from '../readiness.ts';
import type { Store } from '../store/store.ts';
import type { NewExchange } from '../testing/new-exchange.ts';
import { createApp } from './app.ts';
import type { AllowedHosts } from './mcp/allowed-hosts.ts';
import { createAuthorizationServer } from './oauth/authorization-server.ts';
import { renderOAuthError } from './pages/error-page.tsx';
import { redirectToSignIn } from './pages/page-session.ts';
import { createPages } from './pages/routes.tsx';
import type { BodyBudget } from './shared/body-budget.ts';
import type { ClientAddresses } from './shared/client-addresses.ts';
import { ConcurrencyLimit, type Place } from './shared/concurrency-limit.ts';
import { requestLimits } from './shared/limits.ts';
import { RateLimitedError } from './shared/rate-limited-error.ts';
import { apiErrorResponse, sendApiError } from './shared/raw-error-response.ts';
import { originForm, requestProblem } from './shared/request-problem.ts';
import { SecretChecks } from './shared/secret-checks.ts';

export interface ListenerOptions {
  /** The server's public origin. */
  baseUrl: string;
  service: Service;
  signIn: SignIn;
  store: Store;
  clock: Clock;
  log: Log;
  readiness: Readiness;
  /** See `ServerOptions.overrideGlobals`. */
  overrideGlobals: boolean;
  /** Host names that the MCP endpoint accepts. */
  allowedHosts: AllowedHosts;
  /** Determines whom the limits of an address apply to. */
  addresses: ClientAddresses;
  bodies: BodyBudget;
  /** Aborted when the server stops, to end open streams. */
  stopping: AbortSignal;
  newExchange: NewExchange;
}

/** One request listener for all surfaces. */
export function createListener(options: ListenerOptions): RequestListener {
  const secure = options.baseUrl.startsWith('https:');
  const secretChecks = new SecretChecks();
  const sessions = { ...options, secretChecks, secure };
  const authorization = createAuthorizationServer({
    ...options,
    renderError: renderOAuthError,
    redirectToSignIn: (exchange) => redirectToSignIn(exchange, sessions),
  });
  const settings = createSettingsService(options);
  const pages = createPages({ ...sessions, settings, authorization });
  const running = new ConcurrencyLimit({
    maxRunning: requestLimits.maxRunningPerAddress,
    maxWaiting: requestLimits.maxQueuedPerAddress,
    excess: () => new RateLimitedError('requests at the same time', 1),
  });
  const { fetch } = createApp({ ...options, secretChecks, pages, running });
  const listener = getRequestListener(fetch, {
    overrideGlobalObjects: options.overrideGlobals,
    errorHandler(error) {
      if (error instanceof RequestError) {
        const message = 'the URL or the Host header is not valid';
        return apiErrorResponse(new ApiError('invalid_request', message));
      }
      options.log('error', 'request failed', { reason: errorMessage(error) });
      return apiErrorResponse(new ApiError('internal', 'the request failed; see the server log'));
    },
  });
  return (incoming, outgoing) => {
    const problem = requestProblem(incoming);
    if (problem) return sendApiError(outgoing, problem);
    const { url = '', headers } = incoming;
    incoming.url = originForm(url, headers.host ?? '') ?? url;
    const path = (incoming.url ?? '').replace(/\?.*$/s, '');
    if (!authorization.hasEndpoint(path)) return void listener(incoming, outgoing);
    const handle = (place: Place) => authorization.handle({ incoming, outgoing }, place);
    running
      .run(options.addresses.of(incoming), handle)
      .catch((error: ApiError) => sendApiError(outgoing, error));
  };
}
