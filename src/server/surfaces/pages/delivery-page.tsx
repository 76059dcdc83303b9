import type { Channel } from '../../../contract/channel.ts';
import type { WebhookDelivery } from '../../../contract/webhook-delivery.ts';
import type { FlashMessage } from './flash-message.ts';
import { FormToken, Layout, Time } from './layout.tsx';
import type { PageSession } from './page-session.ts';

/** Maximum number of deliveries shown for each connection. */
const maxDeliveries = 10;

interface Connection {
  channel: Channel;
  /** Human-readable description of the monitors that it covers. */
  scope: string;
  /** Those in progress first, then newest first; missing if the account has no plan. */
  deliveries?: readonly ShownDelivery[];
}

interface ShownDelivery extends WebhookDelivery {
  /** The title of the monitor, or that it is a test. */
  subject: string;
}

interface DeliveryProps {
  session: PageSession;
  flash: FlashMessage | undefined;
  connections: readonly Connection[];
}

export function DeliveryPage({ session, flash, connections }: DeliveryProps) {
  const hasNoPlan = session.account.plan !== 'active';
  return (
    <Layout title="Delivery" session={session} current="/settings/delivery" flash={flash}>
      <h1>Delivery</h1>
      {hasNoPlan && (
        <p class="card">
          Delivery needs a plan. Without one, monitors do not run and nothing is sent; you can still
          disable and remove connections. <a href="/pricing">Turn the plan on</a> under Pricing;
          nothing is charged.
        </p>
      )}
      {connections.length === 0 && !hasNoPlan && (
        <p class="card">
          No webhook is connected. Connect one with{' '}
          <code>newswatch delivery connect --platform webhook --webhook-url https://…</code>, over
          HTTP or from an assistant.
        </p>
      )}
      {connections.map((connection) => (
        <ConnectionCard session={session} connection={connection} />
      ))}
    </Layout>
  );
}

function ConnectionCard({ session, connection }: { session: PageSession; connection: Connection }) {
  const { channel, scope, deliveries } = connection;
  const name = channel.name ?? new URL(channel.webhook_url).host;
  const isActive = channel.status === 'active';
  const hasPlan = session.account.plan === 'active';
  const actions = actionsFor(channel.status, hasPlan);
  return (
    <section class="card" aria-labelledby={channel.id}>
      <h2 id={channel.id}>
        <bdi>{name}</bdi> <span class={`tag ${isActive ? 'good' : 'plain'}`}>{channel.status}</span>
      </h2>
      <p>
        <code>{channel.webhook_url}</code>
      </p>
      <p class="faint">
        <bdi>{scope}</bdi> · connected <Time at={channel.created_at} />
      </p>
      <StatusNote channel={channel} hasPlan={hasPlan} />
      {channel.previous_secret_expires_at !== null && (
        <p class="faint">
          Events are signed with the previous secret too until{' '}
          <Time at={channel.previous_secret_expires_at} />.
        </p>
      )}
      <div class="buttons">
        {actions.map((action) => (
          <Action session={session} action={action} id={channel.id} connectionName={name} />
        ))}
        <details>
          <summary aria-label={`Remove ${name}`}>Remove…</summary>
          <p class="faint">Queued deliveries are stopped. Its signing secret is deleted.</p>
          <Action session={session} action="remove" id={channel.id} connectionName={name} />
        </details>
      </div>
      {deliveries && <Deliveries deliveries={deliveries} />}
    </section>
  );
}

/** Without a plan, a paused connection keeps no events. */
function StatusNote({ channel: { id, status }, hasPlan }: { channel: Channel; hasPlan: boolean }) {
  switch (status) {
    case 'active':
      return null;
    case 'paused':
      return hasPlan ? (
        <p>Events are kept for seven days and sent when you resume the connection.</p>
      ) : null;
    case 'disabled':
      return <p>Alerts made while it is disabled are not sent later.</p>;
    case 'ended':
      return (
        <p>
          Its monitor was deleted. Choose what it delivers with{' '}
          <code>newswatch delivery set {id} --monitor …</code> or <code>--all-monitors</code>, or
          remove it.
        </p>
      );
  }
}

function Deliveries({ deliveries }: { deliveries: readonly ShownDelivery[] }) {
  return (
    <>
      <h3 class="spaced">Recent deliveries</h3>
      {deliveries.length === 0 ? (
        <p class="faint">None yet.</p>
      ) : (
        <ul class="records">
          {deliveries.slice(0, maxDeliveries).map((delivery) => (
            <Delivery delivery={delivery} />
          ))}
        </ul>
      )}
    </>
  );
}

const labels = {
  test: 'Send test',
  pause: 'Pause',
  resume: 'Resume',
  disable: 'Disable',
  enable: 'Enable',
  remove: 'Remove',
} as const;

type ConnectionAction = keyof typeof labels;

/** The actions for a connection, except `remove`. Without a plan it can only be disabled. */
function actionsFor(status: Channel['status'], hasPlan: boolean): ConnectionAction[] {
  const changes = statusChanges[status];
  return hasPlan ? ['test', ...changes] : changes.filter((action) => action === 'disable');
}

const statusChanges: Readonly<Record<Channel['status'], readonly ConnectionAction[]>> = {
  active: ['pause', 'disable'],
  paused: ['resume', 'disable'],
  disabled: ['enable'],
  ended: [],
};

interface ActionProps {
  session: PageSession;
  action: ConnectionAction;
  id: string;
  /** For screen readers. */
  connectionName: string;
}

function Action({ session, action, id, connectionName }: ActionProps) {
  const label = labels[action];
  return (
    <form method="post" action={`/settings/delivery/${action}`}>
      <FormToken session={session} />
      <input type="hidden" name="id" value={id} />
      <button type="submit" aria-label={`${label}: ${connectionName}`}>
        {label}
      </button>
    </form>
  );
}

const tones: Readonly<Record<WebhookDelivery['status'], 'good' | 'bad' | 'plain'>> = {
  pending: 'plain',
  retrying: 'plain',
  delivered: 'good',
  failed: 'bad',
  exhausted: 'bad',
  stopped: 'plain',
};

function Delivery({ delivery }: { delivery: ShownDelivery }) {
  const { status, type, subject, created_at, attempts, round, next_attempt_at } = delivery;
  return (
    <li>
      <p>
        <span class={`tag ${tones[status]}`}>{status}</span> <bdi>{subject}</bdi>{' '}
        <code>{type}</code> <Time at={created_at} />
      </p>
      <p class="faint">
        {attempts} {attempts === 1 ? 'attempt' : 'attempts'} in {round}{' '}
        {round === 1 ? 'round' : 'rounds'}
        {delivery.last_status_code !== null && (
          <>, last response HTTP {delivery.last_status_code}</>
        )}
        {next_attempt_at !== null && (
          <>
            , next <Time at={next_attempt_at} />
          </>
        )}
      </p>
      {delivery.last_error !== null &&
        (delivery.last_status_code === null || status === 'stopped') && (
          <p class="faint">
            <bdi>{delivery.last_error}</bdi>
          </p>
        )}
    </li>
  );
}
