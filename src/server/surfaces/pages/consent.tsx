import { Hono } from 'hono';
import type { ConsentRequest } from '../oauth/authorization-server.ts';
import { formActionSource } from '../oauth/redirect-uri.ts';
import type { App } from '../shared/hono-app.ts';
import { ErrorPage } from './error-page.tsx';
import { FormToken, Layout } from './layout.tsx';
import { formPost, type PageContext, signedIn } from './page-handlers.ts';
import type { PageSession } from './page-session.ts';
import { pagePaths } from './paths.ts';

/** The page on which the user approves or denies an assistant. */
export function consentRoutes(context: PageContext): App {
  const { authorization } = context;
  const app: App = new Hono();

  app.get(
    pagePaths.consent,
    signedIn(context, async (c, session) => {
      const request = await authorization.consentRequest(c.env);
      if (!request) return c.html(<ExpiredPage session={session} />, 400);
      c.set('formTarget', formActionSource(request.redirectUri));
      return c.html(<ConsentPage session={session} request={request} />);
    }),
  );

  app.post(
    pagePaths.consent,
    formPost(context, async (c, session, { decision }) => {
      const request = await authorization.consentRequest(c.env);
      if (!request) return c.html(<ExpiredPage session={session} />, 400);
      c.set('formTarget', formActionSource(request.redirectUri));
      const next =
        decision === 'allow'
          ? authorization.approve(c.env, session.account)
          : authorization.deny(c.env);
      const target = await next;
      // The scheme of an app opens the app, and this page stays open: it must not offer the decision again.
      if (isOnTheWeb(request.redirectUri)) return c.redirect(target, 303);
      c.header('refresh', `0; url=${target}`);
      return c.html(<DecidedPage session={session} isAllowed={decision === 'allow'} />);
    }),
  );
  return app;
}

function isOnTheWeb(redirectUri: string): boolean {
  return /^https?:$/.test(new URL(redirectUri).protocol);
}

interface ConsentProps {
  session: PageSession;
  request: ConsentRequest;
}

function ConsentPage({ session, request }: ConsentProps) {
  const { clientName, redirectUri } = request;
  const name = clientName ?? 'an unnamed assistant';
  return (
    <Layout title="Connect an assistant">
      <h1>
        Allow <bdi>{name}</bdi> to act as you?
      </h1>
      <section class="card" aria-label="Who is asking">
        <p>
          A program with the name{' '}
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          wants to use newswatch as{' '}
          <strong>
            <bdi>{session.account.name}</bdi>
          </strong>
          . <Identity request={request} /> continue only if you started this yourself.
        </p>
        <p>
          Your decision is sent to <Recipient redirectUri={redirectUri} />.
        </p>
      </section>
      <section class="card" aria-label="Permissions">
        <div class="columns">
          <div>
            <h2>It can</h2>
            <ul>
              <li>search and read news, alerts, briefings and usage</li>
              <li>create, run, pause and delete your monitors</li>
              <li>connect, change and remove your webhooks</li>
              <li>see and change your profile</li>
            </ul>
          </div>
          <div>
            <h2>It cannot</h2>
            <ul>
              <li>change billing or buy a plan</li>
              <li>invite a team</li>
              <li>run predictions</li>
              <li>delete your account</li>
            </ul>
          </div>
        </div>
        <p>
          Your approval does not authorize any charge and does not start the assistant. You can
          revoke it at any time under Agents in the settings.
        </p>
        <form class="buttons" method="post">
          <FormToken session={session} />
          <button class="main" type="submit" name="decision" value="allow">
            Allow
          </button>
          <button type="submit" name="decision" value="deny">
            Deny
          </button>
        </form>
      </section>
    </Layout>
  );
}

/** The website of the assistant, if it has one, as the beginning of a warning. */
function Identity({ request: { clientHost, redirectUri } }: Pick<ConsentProps, 'request'>) {
  if (clientHost === null) return <>Any program can use this name:</>;
  return (
    <>
      It says that it belongs to the website <code>{clientHost}</code>
      {redirectUri.startsWith('https:') ? ':' : ', as any program on this device can:'}
    </>
  );
}

function Recipient({ redirectUri }: { redirectUri: string }) {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === 'http:') {
    return (
      <>
        <code>{host}</code>, a program on this computer
      </>
    );
  }
  if (protocol === 'https:') {
    return (
      <>
        the website <code>{host}</code>
      </>
    );
  }
  return (
    <>
      the app on this device that opens <code>{protocol}</code> links, at{' '}
      <code>
        <bdi>{redirectUri}</bdi>
      </code>
    </>
  );
}

interface DecidedProps {
  session: PageSession;
  isAllowed: boolean;
}

/** Shown while an app opens, and after it has. */
function DecidedPage({ session, isAllowed }: DecidedProps) {
  return (
    <Layout title={isAllowed ? 'Access allowed' : 'Access denied'}>
      <h1>{isAllowed ? 'Access allowed' : 'Access denied'}</h1>
      <section class="card" aria-label="What happens next">
        <p>
          {isAllowed ? (
            <>
              The app can now act as <bdi>{session.account.name}</bdi>. You can revoke this under{' '}
              <a href="/settings/agents">Agents</a>.
            </>
          ) : (
            'Nothing was approved.'
          )}
        </p>
        <p>
          Your decision is sent to the app, which your browser may ask to open. If it does not open,
          start again from the app. You can close this page.
        </p>
      </section>
    </Layout>
  );
}

function ExpiredPage({ session }: { session: PageSession }) {
  return (
    <ErrorPage title="This request has expired" session={session}>
      <p>
        You have already decided, the request is older than 30 minutes, or it was started in another
        browser.
      </p>
      <p>Nothing was approved. Start again from the assistant.</p>
    </ErrorPage>
  );
}
