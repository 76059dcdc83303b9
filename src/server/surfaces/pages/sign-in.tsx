import { Hono } from 'hono';
import { deleteCookie, getCookie } from 'hono/cookie';
import { Layout } from './layout.tsx';
import { formOf, nextCookie, type Pages, type PagesEnv, posted } from './pages.ts';
import { ProblemPage } from './problem-page.tsx';
import { forgetSession, keepSession } from './visitor.ts';

/** Where signing in may lead back to: pages of ours, and nothing that only looks like one. */
const returnable = /^\/(settings\/(agents|delivery)|pricing|oauth\/consent\/[\w-]+)$/;

/** Signing in by a link that works once, and signing out. */
export function signInRoutes(pages: Pages): Hono<PagesEnv> {
  const { signIn, secure } = pages;
  const app = new Hono<PagesEnv>();

  // Opening the link uses nothing up: mail and chat programs open links to preview them.
  app.get('/sign-in', (c) => {
    const token = c.req.query('token');
    return c.html(token ? <OpenedLink token={token} /> : <AskForLink />);
  });

  app.post('/sign-in', async (c) => {
    const session = await signIn.useLink(secretIn((await formOf(c))['link'] ?? ''));
    if (!session) return c.html(<UsedLink />, 400);
    keepSession(c, session, secure);
    const next = getCookie(c, nextCookie) ?? '';
    deleteCookie(c, nextCookie, { path: '/' });
    return c.redirect(returnable.test(next) ? next : '/settings/agents', 303);
  });

  app.post(
    '/sign-out',
    posted(pages, async (c, { session }) => {
      await signIn.end(session);
      forgetSession(c);
      return c.redirect('/sign-in', 303);
    }),
  );
  return app;
}

/** The secret of a link that somebody pasted, whole or only its end. */
function secretIn(text: string): string {
  const link = text.trim();
  return (URL.canParse(link) && new URL(link).searchParams.get('token')) || link;
}

function OpenedLink({ token }: { token: string }) {
  return (
    <Layout title="Sign in">
      <h1>Sign in</h1>
      <form class="card" method="post" action="/sign-in">
        <p>The link works once, for this browser.</p>
        <input type="hidden" name="link" value={token} />
        <button class="main" type="submit">
          Sign in
        </button>
      </form>
    </Layout>
  );
}

function AskForLink() {
  return (
    <Layout title="Sign in">
      <h1>Sign in</h1>
      <form class="card" method="post" action="/sign-in">
        <WhereLinksAre />
        <div class="line">
          <div class="field">
            <label for="link">Sign-in link</label>
            <input
              id="link"
              type="text"
              name="link"
              required
              autocomplete="off"
              spellcheck={false}
            />
          </div>
          <button class="main" type="submit">
            Sign in
          </button>
        </div>
      </form>
    </Layout>
  );
}

function UsedLink() {
  return (
    <ProblemPage title="This link no longer works">
      <p>It was used before, or its hour has passed.</p>
      <WhereLinksAre />
      <p>
        <a href="/sign-in">Enter another link</a>
      </p>
    </ProblemPage>
  );
}

function WhereLinksAre() {
  return (
    <p>
      <code>newswatch serve</code> prints a link each time it starts, as <code>settings_url</code>,
      and a further one on stderr when its process gets the signal <code>SIGUSR2</code>. Open it in
      this browser, or paste it here.
    </p>
  );
}
