import { Hono } from 'hono';
import type { ApiKeyRecord, ConnectedAssistant } from '../../store/store.ts';
import { resourceOf } from '../oauth/endpoints.ts';
import type { Flash } from './flashes.ts';
import { FormToken, Layout, Moment } from './layout.tsx';
import { action, type Pages, type PagesEnv, signedIn } from './pages.ts';
import type { Visitor } from './visitor.ts';

const path = '/settings/agents';

/** Settings → Agents: API keys and connected assistants. */
export function agentsRoutes(pages: Pages): Hono<PagesEnv> {
  const { settings, flashes, baseUrl } = pages;
  const app = new Hono<PagesEnv>();

  app.get(
    path,
    signedIn(pages, async (c, visitor) =>
      c.html(
        <AgentsPage
          visitor={visitor}
          flash={await flashes.take(visitor.session)}
          keys={await settings.keys(visitor.account)}
          assistants={await settings.assistants(visitor.account)}
          endpoint={resourceOf(baseUrl)}
        />,
      ),
    ),
  );

  app.post(
    `${path}/make-key`,
    action(pages, path, async ({ account }, { name = '' }) => {
      const key = await settings.makeKey(account, name);
      return { kind: 'done', text: 'Your new key. Copy it now: it is shown this once.', key };
    }),
  );

  app.post(
    `${path}/revoke-key`,
    action(pages, path, async ({ account }, { id = '' }) => {
      await settings.revokeKey(account, id);
      return { kind: 'done', text: 'The key is revoked: whoever has it is shut out from now on.' };
    }),
  );

  app.post(
    `${path}/revoke-assistant`,
    action(pages, path, async ({ account }, { id = '' }) => {
      await settings.revokeAssistant(account, id);
      return { kind: 'done', text: 'The assistant is revoked: it is shut out from now on.' };
    }),
  );
  return app;
}

interface AgentsProps {
  visitor: Visitor;
  flash: Flash | undefined;
  keys: readonly ApiKeyRecord[];
  assistants: readonly ConnectedAssistant[];
  /** Where assistants connect to. */
  endpoint: string;
}

function AgentsPage({ visitor, flash, keys, assistants, endpoint }: AgentsProps) {
  return (
    <Layout title="Agents" visitor={visitor} current={path} flash={flash}>
      <h1>Agents</h1>
      <p class="lead">
        What you let in here acts as you, as{' '}
        <strong>
          <bdi>{visitor.account.name}</bdi>
        </strong>
        . It cannot change billing, invite a team, run predictions or delete you.
      </p>
      <section class="card" aria-labelledby="keys">
        <h2 id="keys">API keys</h2>
        <p class="faint">For HTTP, MCP and the command line.</p>
        <form class="line" method="post" action={`${path}/make-key`}>
          <FormToken visitor={visitor} />
          <div class="field">
            <label for="name">What is the key for?</label>
            <input id="name" type="text" name="name" required maxlength={100} autocomplete="off" />
          </div>
          <button class="main" type="submit">
            Make a key
          </button>
        </form>
        <ul class="rows">
          {keys.map(({ id, name, created_at }) => (
            <li>
              <div>
                <h3>
                  <bdi>{name}</bdi>
                </h3>
                <p class="faint">
                  made <Moment at={created_at} />
                </p>
              </div>
              <Revoke visitor={visitor} action="revoke-key" id={id} name={name} />
            </li>
          ))}
        </ul>
        {keys.length === 0 && <p>There is no key.</p>}
      </section>
      <section class="card" aria-labelledby="assistants">
        <h2 id="assistants">Connected assistants</h2>
        <p class="faint">
          An assistant connects to <code>{endpoint}</code> and you approve it in this browser.
        </p>
        <ul class="rows">
          {assistants.map(({ grant_id, client_name, connected_at, last_active_at }) => (
            <li>
              <div>
                <h3>
                  <bdi>{client_name ?? 'An assistant without a name'}</bdi>
                </h3>
                <p class="faint">
                  connected <Moment at={connected_at} />, last let in <Moment at={last_active_at} />
                </p>
              </div>
              <Revoke
                visitor={visitor}
                action="revoke-assistant"
                id={grant_id}
                name={client_name ?? 'the assistant without a name'}
              />
            </li>
          ))}
        </ul>
        {assistants.length === 0 && <p>No assistant is connected.</p>}
      </section>
    </Layout>
  );
}

interface RevokeProps {
  visitor: Visitor;
  action: string;
  id: string;
  name: string;
}

/** Two steps without a script: nobody revokes by a slip. */
function Revoke({ visitor, action, id, name }: RevokeProps) {
  return (
    <details>
      <summary aria-label={`Revoke ${name}`}>Revoke…</summary>
      <form method="post" action={`${path}/${action}`}>
        <FormToken visitor={visitor} />
        <input type="hidden" name="id" value={id} />
        <p class="faint">It is shut out at once, for good.</p>
        <button class="danger" type="submit">
          Revoke <bdi>{name}</bdi>
        </button>
      </form>
    </details>
  );
}
