import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { errorStatus } from '../../../contract/errors.ts';
import type { Log } from '../../../node/log.ts';
import { contentSecurityPolicy } from '../content-security-policy.ts';
import { errorResponse, setErrorHeaders, toApiError } from '../error-response.ts';
import { consentPath } from '../oauth/endpoints.ts';
import { agentsRoutes } from './agents.tsx';
import { consentRoutes } from './consent.tsx';
import { deliveryRoutes } from './delivery.tsx';
import { Flashes } from './flashes.ts';
import type { PagesEnv, PagesOptions } from './pages.ts';
import { pricingRoutes } from './pricing.tsx';
import { ProblemPage } from './problem-page.tsx';
import { signInRoutes } from './sign-in.tsx';
import { style } from './style.ts';

const paths = ['/', '/sign-in', '/sign-out', '/settings/*', '/pricing/*', `${consentPath}/*`];

/** The pages for humans. They need no script, and none runs. */
export function createPages(options: PagesOptions & { log: Log }): Hono<PagesEnv> {
  const { baseUrl, sessions, log } = options;
  const secure = baseUrl.startsWith('https:');
  const pages = { ...options, flashes: new Flashes(sessions), secure };
  const app = new Hono<PagesEnv>();

  for (const path of paths) {
    app.use(path, guardPage, ownHostOnly(baseUrl), csrf({ origin: baseUrl }));
  }
  app.get('/', (c) => c.redirect('/settings/agents', 303));
  app.get('/settings', (c) => c.redirect('/settings/agents', 303));
  app.get('/style.css', (c) => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }));
  for (const routes of [signInRoutes, agentsRoutes, deliveryRoutes, pricingRoutes, consentRoutes]) {
    app.route('/', routes(pages));
  }
  app.get('*', async (c, next) => (isForReading(c) ? c.html(<NothingHere />, 404) : next()));
  app.onError((error, c) => problemAnswer(error, c, log));
  return app;
}

const guardPage: MiddlewareHandler<PagesEnv> = async (c, next) => {
  await next();
  c.header('content-security-policy', contentSecurityPolicy(c.get('formTarget')));
  c.header('x-content-type-options', 'nosniff');
  // Not `no-referrer`: a form's Origin would be `null` then, and could not be checked.
  c.header('referrer-policy', 'same-origin');
};

/** By any other name the page's cookies and forms would not work, or somebody else points a name here. */
function ownHostOnly(baseUrl: string): MiddlewareHandler<PagesEnv> {
  const { host } = new URL(baseUrl);
  return async (c, next) => {
    if (new URL(c.req.url).host === host) return next();
    return c.html(<WrongAddress baseUrl={baseUrl} />, 421);
  };
}

/** A browser that shows a page, and not a program that asks an API. */
function isForReading(c: Context): boolean {
  const { path } = c.req;
  const isProgram = /^\/(api|mcp|\.well-known)(\/|$)/.test(path);
  return !isProgram && (c.req.header('accept') ?? '').includes('text/html');
}

/** Why a request failed: as a page, or to a program as over HTTP. */
function problemAnswer(error: Error, c: Context, log: Log): Response | Promise<Response> {
  if (error instanceof HTTPException) {
    const text = error.status === 403 ? 'The form was sent from another site.' : error.message;
    return c.html(<Problem text={text || 'The request cannot be used.'} />, error.status);
  }
  if (!isForReading(c)) return errorResponse(error, c, log);
  const refusal = toApiError(error, c.get('requestId'), log);
  setErrorHeaders(refusal, c);
  return c.html(<Problem text={sentence(refusal.message)} />, errorStatus[refusal.code]);
}

/** The words for programs begin with a small letter. */
function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Problem({ text }: { text: string }) {
  return (
    <ProblemPage title="That did not work">
      <p>{text}</p>
      <BackToSettings />
    </ProblemPage>
  );
}

function NothingHere() {
  return (
    <ProblemPage title="There is nothing here">
      <p>The address leads nowhere.</p>
      <BackToSettings />
    </ProblemPage>
  );
}

function BackToSettings() {
  return (
    <p>
      <a href="/settings/agents">Back to the settings</a>
    </p>
  );
}

function WrongAddress({ baseUrl }: { baseUrl: string }) {
  return (
    <ProblemPage title="Another address">
      <p>
        The settings are at <a href={baseUrl}>{baseUrl}</a>. If that is not how this server is
        reached from here, start it with <code>--public-url</code> and the address that is.
      </p>
    </ProblemPage>
  );
}
