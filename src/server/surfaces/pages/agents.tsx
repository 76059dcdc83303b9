import { Hono } from 'hono';
import type { Child } from 'hono/jsx';
import { ApiError } from '../../domain/api-error.ts';
import type { ConnectedAssistant, ListedApiKey } from '../../store/store.ts';
import { documentHost } from '../oauth/client-documents.ts';
import { resourceOf } from '../oauth/endpoints.ts';
import { redirectTargets } from '../oauth/redirect-uri.ts';
import type { App } from '../shared/hono-app.ts';
import { errorText } from './error-words.ts';
import { TextField } from './fields.tsx';
import { type FlashMessage, setFlash, takeFlash } from './flash-message.ts';
import { FormToken, Layout, Time } from './layout.tsx';
import { formAction, formPost, type PageContext, signedIn } from './page-handlers.ts';
import type { PageSession } from './page-session.ts';
import { pagePaths } from './paths.ts';

const path = pagePaths.agents;

/** Settings, Agents: API keys and connected assistants. */
export function agentsRoutes(context: PageContext): App {
  const { settings, baseUrl } = context;
  const app: App = new Hono();

  const page = async (session: PageSession, shown: Pick<AgentsProps, 'flash' | 'rejectedName'>) => (
    <AgentsPage
      session={session}
      {...shown}
      keys={await settings.keys(session.account)}
      assistants={await settings.assistants(session.account)}
      endpoint={resourceOf(baseUrl)}
    />
  );

  app.get(
    path,
    signedIn(context, async (c, session) =>
      c.html(await page(session, { flash: await takeFlash(c, session) })),
    ),
  );

  app.post(
    pagePaths.makeKey,
    formPost(context, async (c, session, { name = '' }) => {
      try {
        const key = await settings.makeKey(session.account, name);
        const text = 'Your new API key. Copy it now: it is shown only once.';
        await setFlash(c, session, { kind: 'done', text, key });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const rejectedName = { name, error: errorText(error) };
        return c.html(await page(session, { flash: undefined, rejectedName }), 400);
      }
      return c.redirect(path, 303);
    }),
  );

  app.post(
    pagePaths.revokeKey,
    formAction(context, path, async ({ account }, { id = '' }) => {
      await settings.revokeKey(account, id);
      return 'The API key was revoked.';
    }),
  );

  app.post(
    pagePaths.revokeAssistant,
    formAction(context, path, async ({ account }, { id = '' }) => {
      await settings.revokeAssistant(account, id);
      return 'The assistant was disconnected.';
    }),
  );
  return app;
}

interface AgentsProps {
  session: PageSession;
  flash: FlashMessage | undefined;
  /** The name of a key that was not created, and why. */
  rejectedName?: { name: string; error: string };
  keys: readonly ListedApiKey[];
  assistants: readonly ConnectedAssistant[];
  /** URL of the MCP endpoint. */
  endpoint: string;
}

function AgentsPage(props: AgentsProps) {
  const { session, flash, rejectedName, keys, assistants, endpoint } = props;
  return (
    <Layout title="Agents" session={session} current={path} flash={flash}>
      <h1>Agents</h1>
      <p class="lead">
        API keys and connected assistants act as{' '}
        <strong>
          <bdi>{session.account.name}</bdi>
        </strong>
        . They cannot change billing, invite a team, run predictions or delete your account.
      </p>
      <section class="card" aria-labelledby="keys">
        <h2 id="keys">API keys</h2>
        <p class="faint">For HTTP, MCP and the command line.</p>
        <form class="line" method="post" action={pagePaths.makeKey}>
          <FormToken session={session} />
          <TextField
            id="name"
            label="Name of the new key"
            value={rejectedName?.name}
            error={rejectedName?.error}
            isRequired
            maxLength={100}
          />
          <button class="main" type="submit">
            Create key
          </button>
        </form>
        <ul class="rows">
          {keys.map(({ id, name, masked, created_at, last_used_at }) => (
            <Row session={session} action="revoke-key" id={id} name={name}>
              <code>{masked}</code>, created <Time at={created_at} />,{' '}
              {last_used_at === null ? (
                'never used'
              ) : (
                <>
                  last used <Time at={last_used_at} />
                </>
              )}
            </Row>
          ))}
        </ul>
        {keys.length === 0 && <p>You have no API keys.</p>}
      </section>
      <section class="card" aria-labelledby="assistants">
        <h2 id="assistants">Connected assistants</h2>
        <p class="faint">
          Assistants connect to <code>{endpoint}</code> and ask for your approval in this browser.
        </p>
        <ul class="rows">
          {assistants.map(
            ({ grant_id, client_id, client_name, metadata, connected_at, last_active_at }) => (
              <Row
                session={session}
                action="revoke-assistant"
                id={grant_id}
                name={client_name ?? 'Unnamed assistant'}
              >
                <Origin clientId={client_id} metadata={metadata} />
                {last_active_at === null ? (
                  <>
                    Approved <Time at={connected_at} />, not used yet
                  </>
                ) : (
                  <>
                    Connected <Time at={connected_at} />, last active <Time at={last_active_at} />
                  </>
                )}
              </Row>
            ),
          )}
        </ul>
        {assistants.length === 0 && <p>No assistant is connected.</p>}
      </section>
    </Layout>
  );
}

/** The website that publishes the name of the assistant, if any, and where its codes are sent. */
function Origin({ clientId, metadata }: { clientId: string; metadata: string }) {
  const website = documentHost(clientId);
  const targets = redirectTargets(metadata);
  return (
    <>
      {website !== null && (
        <>
          <code>{website}</code>.{' '}
        </>
      )}
      {targets.length > 0 && (
        <>
          Returns to <code>{targets.join(', ')}</code>.{' '}
        </>
      )}
    </>
  );
}

interface RowProps {
  session: PageSession;
  action: 'revoke-key' | 'revoke-assistant';
  id: string;
  name: string;
  children?: Child;
}

/** A key or an assistant, with a button to revoke it. The confirmation needs no script. */
function Row({ session, action, id, name, children }: RowProps) {
  return (
    <li>
      <div>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <p class="faint">{children}</p>
      </div>
      <details>
        <summary aria-label={`Revoke ${name}`}>Revoke…</summary>
        <form method="post" action={`${path}/${action}`}>
          <FormToken session={session} />
          <input type="hidden" name="id" value={id} />
          <p class="faint">Access ends immediately and cannot be restored.</p>
          <button class="danger" type="submit">
            Revoke <bdi>{name}</bdi>
          </button>
        </form>
      </details>
    </li>
  );
}
