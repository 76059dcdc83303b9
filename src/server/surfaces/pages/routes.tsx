import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { errorStatus } from '../../../contract/error-status.ts';
import type { Log } from '../../../node/log.ts';
import { consentPath } from '../oauth/endpoints.ts';
import { contentSecurityPolicy } from '../shared/content-security-policy.ts';
import { errorResponse, setErrorHeaders, toApiError } from '../shared/error-response.ts';
import type { App, AppEnv } from '../shared/hono-app.ts';
import { wantsPage } from '../shared/wants-page.ts';
import { agentsRoutes } from './agents.tsx';
import { connectionRoutes } from './connection.tsx';
import { consentRoutes } from './consent.tsx';
import { deliveryRoutes } from './delivery.tsx';
import { ErrorPage } from './error-page.tsx';
import { errorText } from './error-words.ts';
import { eventRoutes } from './event.tsx';
import { monitorRoutes } from './monitors.tsx';
import type { PageContext } from './page-handlers.ts';
import { pagePaths } from './paths.ts';
import { pricingRoutes } from './pricing.tsx';
import { profileRoutes } from './profile.tsx';
import { formsOfThisOriginOnly } from './same-origin.ts';
import { signInRoutes } from './sign-in.tsx';
import { style } from './style.ts';
import { teamRoutes } from './teams.tsx';

interface PagesOptions extends PageContext {
  log: Log;
}

const paths = ['/', '/sign-in', '/sign-out', '/settings/*', '/pricing/*', `${consentPath}/*`];

/** The HTML pages. They use no scripts. */
export function createPages({ log, ...context }: PagesOptions): App {
  const { baseUrl } = context;
  const app: App = new Hono();

  for (const path of paths) {
    app.use(path, allowFormTarget, ownHostOnly(baseUrl), formsOfThisOriginOnly(baseUrl));
  }
  app.get(pagePaths.home, (c) => c.redirect(pagePaths.agents, 303));
  app.get(pagePaths.settings, (c) => c.redirect(pagePaths.agents, 303));
  app.get(pagePaths.style, (c) =>
    c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }),
  );
  for (const routes of [
    signInRoutes,
    agentsRoutes,
    deliveryRoutes,
    connectionRoutes,
    eventRoutes,
    monitorRoutes,
    teamRoutes,
    profileRoutes,
    pricingRoutes,
    consentRoutes,
  ]) {
    app.route('/', routes(context));
  }
  // For any method, so that metrics do not take it for the route of the path.
  app.use('*', async (c, next) =>
    isForPage(c) ? c.html(<Message title="Page not found" text={notFound} />, 404) : next(),
  );
  app.onError((error, c) => pageErrorResponse(error, c, log));
  return app;
}

const allowFormTarget: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const formTarget = c.get('formTarget');
  if (formTarget) c.header('content-security-policy', contentSecurityPolicy(formTarget));
};

/** Serves pages only under the host of the base URL, which prevents DNS rebinding. */
function ownHostOnly(baseUrl: string): MiddlewareHandler<AppEnv> {
  const { host } = new URL(baseUrl);
  return async (c, next) => {
    if (new URL(c.req.url).host === host) return next();
    return c.html(<WrongHost baseUrl={baseUrl} />, 421);
  };
}

function isForPage({ req }: Context): boolean {
  return wantsPage({ path: req.path, accept: req.header('accept') });
}

function pageErrorResponse(error: Error, c: Context, log: Log): Response | Promise<Response> {
  if (!isForPage(c)) return errorResponse(error, c, log);
  const apiError = toApiError(error, c.get('requestId'), log);
  setErrorHeaders(apiError, c);
  const needsPlan = apiError.code === 'plan_required';
  const page = <Message text={errorText(apiError)} needsPlan={needsPlan} />;
  return c.html(page, errorStatus[apiError.code]);
}

const notFound = 'There is no page at this address.';

interface MessageProps {
  title?: string;
  text: string;
  needsPlan?: boolean;
}

function Message({ title = 'The request failed', text, needsPlan }: MessageProps) {
  return (
    <ErrorPage title={title}>
      <p>{text}</p>
      <p>
        {needsPlan ? (
          <a href="/pricing">See your plan</a>
        ) : (
          <a href="/settings/agents">Back to the settings</a>
        )}
      </p>
    </ErrorPage>
  );
}

function WrongHost({ baseUrl }: { baseUrl: string }) {
  return (
    <ErrorPage title="Wrong address">
      <p>
        The settings are at <a href={baseUrl}>{baseUrl}</a>. If you reach this server at another
        address, start it with <code>--public-url</code> and that address.
      </p>
    </ErrorPage>
  );
}
