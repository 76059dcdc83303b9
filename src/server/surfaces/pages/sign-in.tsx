import { Hono } from 'hono';
import { parseUrl } from '../../../node/parse-url.ts';
import type { App } from '../shared/hono-app.ts';
import { ErrorPage } from './error-page.tsx';
import { Layout } from './layout.tsx';
import { formPost, type PageContext, readForm } from './page-handlers.ts';
import { deleteSessionCookie, setSessionCookie, takeNext } from './page-session.ts';
import { pagePaths } from './paths.ts';

/** Paths that signing in may redirect to. */
const nextPath =
  /^\/(settings\/(agents|monitors|delivery|teams|profile)(\/[\w%.~-]+)*(\?[\x21-\x7e]*)?|pricing|oauth\/consent\/[\w-]+|oauth\/authorize\?[\x21-\x7e]*)$/;

/** Signing in with a single-use link, and signing out. */
export function signInRoutes(context: PageContext): App {
  const { signIn, secretChecks, addresses, secure } = context;
  const app: App = new Hono();

  // Does not consume the link, because mail and chat programs open links for a preview.
  app.get(pagePaths.signIn, (c) => c.html(<SignInPage token={c.req.query('token')} />));

  app.post(pagePaths.signIn, async (c) => {
    const link = tokenIn((await readForm(c))['link'] ?? '');
    const address = addresses.of(c.env.incoming);
    const secret = await secretChecks.check(address, link, () => signIn.useLink(link));
    if (!secret) return c.html(<InvalidLinkPage isLink={looksLikeToken(link)} />, 400);
    setSessionCookie(c, secret, secure);
    const next = takeNext(c, secure);
    return c.redirect(nextPath.test(next) ? next : '/settings/agents', 303);
  });

  app.post(
    pagePaths.signOut,
    formPost(context, async (c, session) => {
      await signIn.end(session.secret);
      deleteSessionCookie(c, session);
      return c.redirect('/sign-in', 303);
    }),
  );
  return app;
}

/** The token of a pasted link, or the pasted token. */
function tokenIn(text: string): string {
  const link = text.trim();
  return parseUrl(link)?.searchParams.get('token') || link;
}

/** Whether a text has the form of a token: 256 bits in base64url. */
function looksLikeToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** @param token of the link that was opened; without it, the page asks for the link */
function SignInPage({ token }: { token: string | undefined }) {
  return (
    <Layout title="Sign in">
      <h1>Sign in</h1>
      <form class="card" method="post" action="/sign-in">
        {token ? <p>The link works once and signs in this browser.</p> : <WhereToFindLinks />}
        <div class="line">
          {token ? <input type="hidden" name="link" value={token} /> : <LinkField />}
          <button class="main" type="submit">
            Sign in
          </button>
        </div>
      </form>
    </Layout>
  );
}

function LinkField() {
  return (
    <div class="field">
      <label for="link">Sign-in link</label>
      <input id="link" type="text" name="link" required autocomplete="off" spellcheck={false} />
    </div>
  );
}

/** @param isLink whether the submitted text looks like a link or its token */
function InvalidLinkPage({ isLink }: { isLink: boolean }) {
  return (
    <ErrorPage title={isLink ? 'This link no longer works' : 'This is not a sign-in link'}>
      <p>
        {isLink
          ? 'It was already used, it is older than an hour, or it is of another server.'
          : 'A sign-in link has this form: '}
        {!isLink && <code>https://…/sign-in?token=…</code>}
      </p>
      <WhereToFindLinks />
      <p>
        <a href="/sign-in">Enter another link</a>
      </p>
    </ErrorPage>
  );
}

function WhereToFindLinks() {
  return (
    <>
      <p>
        Ask the operator of this server for a link to your account, which{' '}
        <code>newswatch admin sign-in ID</code> prints. Open it in this browser, or paste it here.
      </p>
      <p class="faint">
        For the first account of a server, <code>newswatch serve</code> itself prints one as{' '}
        <code>settings_url</code> when it starts, and another one when its process receives the
        signal <code>SIGUSR2</code>: both on stdout.
      </p>
    </>
  );
}
