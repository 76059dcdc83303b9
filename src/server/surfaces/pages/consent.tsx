import { Hono } from 'hono';
import type { ConsentRequest } from '../oauth/authorization-server.ts';
import { consentPath } from '../oauth/endpoints.ts';
import { redirectSource } from '../oauth/redirect-uri.ts';
import { FormToken, Layout } from './layout.tsx';
import { type Pages, type PagesEnv, posted, signedIn } from './pages.ts';
import { ProblemPage } from './problem-page.tsx';
import type { Visitor } from './visitor.ts';

/** Where a human decides whether an assistant may act for them. */
export function consentRoutes({ authorization, ...rest }: Pages): Hono<PagesEnv> {
  const pages = { authorization, ...rest };
  const app = new Hono<PagesEnv>();

  app.get(
    `${consentPath}/:uid`,
    signedIn(pages, async (c, visitor) => {
      const request = await authorization.consentRequest(c.env);
      if (!request) return c.html(<ExpiredPage visitor={visitor} />, 400);
      c.set('formTarget', redirectSource(request.redirectUri));
      return c.html(<ConsentPage visitor={visitor} request={request} />);
    }),
  );

  app.post(
    `${consentPath}/:uid`,
    posted(pages, async (c, visitor, { decision }) => {
      const request = await authorization.consentRequest(c.env);
      if (!request) return c.html(<ExpiredPage visitor={visitor} />, 400);
      c.set('formTarget', redirectSource(request.redirectUri));
      const next =
        decision === 'allow'
          ? authorization.approve(c.env, visitor.account)
          : authorization.deny(c.env);
      return c.redirect(await next, 303);
    }),
  );
  return app;
}

interface ConsentProps {
  visitor: Visitor;
  request: ConsentRequest;
}

function ConsentPage({ visitor, request: { clientName, redirectUri } }: ConsentProps) {
  const name = clientName ?? 'An assistant without a name';
  return (
    <Layout title="Connect an assistant">
      <h1>
        Let <bdi>{name}</bdi> act as you?
      </h1>
      <section class="card" aria-label="Who is asking">
        <p>
          A program that calls itself{' '}
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          wants to use newswatch as{' '}
          <strong>
            <bdi>{visitor.account.name}</bdi>
          </strong>
          . Anyone can choose that name: go on only if you have just started this yourself.
        </p>
        <p>
          The answer goes to <Place redirectUri={redirectUri} />.
        </p>
      </section>
      <section class="card" aria-label="What it may do">
        <div class="columns">
          <div>
            <h2>It may</h2>
            <ul>
              <li>search and read news, alerts, briefings and usage</li>
              <li>create, run, pause and delete your monitors</li>
              <li>connect, change and remove your webhooks</li>
            </ul>
          </div>
          <div>
            <h2>It cannot</h2>
            <ul>
              <li>change billing or buy a plan</li>
              <li>invite a team</li>
              <li>run predictions</li>
              <li>delete you</li>
            </ul>
          </div>
        </div>
        <p>
          Allowing it authorizes no charge and wakes nothing: no assistant starts by it. You can
          revoke it at any time under Settings, Agents.
        </p>
        <form class="buttons" method="post">
          <FormToken visitor={visitor} />
          <button class="main" type="submit" name="decision" value="allow">
            Allow
          </button>
          <button type="submit" name="decision" value="deny">
            Do not allow
          </button>
        </form>
      </section>
    </Layout>
  );
}

/** A port on this machine, or an app that has a scheme of its own. */
function Place({ redirectUri }: { redirectUri: string }) {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === 'http:') {
    return (
      <>
        <code>{host}</code>, a program on this computer
      </>
    );
  }
  return (
    <>
      the app on this device that opens <code>{protocol}</code> addresses, as{' '}
      <code>
        <bdi>{redirectUri}</bdi>
      </code>
    </>
  );
}

function ExpiredPage({ visitor }: { visitor: Visitor }) {
  return (
    <ProblemPage title="This request has expired" visitor={visitor}>
      <p>It was answered already, is older than half an hour, or was started in another browser.</p>
      <p>Nothing was approved by it. Start again from the assistant.</p>
    </ProblemPage>
  );
}
