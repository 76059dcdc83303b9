import type { Channel, WebhookDelivery } from '../../../contract/delivery.ts';
import type { Flash } from './flashes.ts';
import { FormToken, Layout, Moment } from './layout.tsx';
import type { Visitor } from './visitor.ts';

/** How many of a connection's newest events are shown. */
const shownDeliveries = 10;

interface Connection {
  channel: Channel;
  /** What it covers, in words. */
  scope: string;
  /** Its events, newest first. */
  deliveries: readonly WebhookDelivery[];
}

interface DeliveryProps {
  visitor: Visitor;
  flash: Flash | undefined;
  connections: readonly Connection[];
}

export function DeliveryPage({ visitor, flash, connections }: DeliveryProps) {
  return (
    <Layout title="Delivery" visitor={visitor} current="/settings/delivery" flash={flash}>
      <h1>Delivery</h1>
      {connections.length === 0 && (
        <p class="card">
          Nothing is connected. Connect a webhook with{' '}
          <code>newswatch delivery connect --platform webhook --webhook-url https://…</code>, over
          HTTP or from an assistant.
        </p>
      )}
      {connections.map((connection) => (
        <ConnectionCard visitor={visitor} connection={connection} />
      ))}
    </Layout>
  );
}

function ConnectionCard({ visitor, connection }: { visitor: Visitor; connection: Connection }) {
  const { channel, scope, deliveries } = connection;
  const name = channel.name ?? new URL(channel.webhook_url).host;
  const active = channel.status === 'active';
  return (
    <section class="card" aria-labelledby={channel.id}>
      <h2 id={channel.id}>
        <bdi>{name}</bdi> <span class={`tag ${active ? 'good' : 'plain'}`}>{channel.status}</span>
      </h2>
      <p>
        <code>{channel.webhook_url}</code>
      </p>
      <p class="faint">
        <bdi>{scope}</bdi> · connected <Moment at={channel.created_at} />
      </p>
      <div class="buttons">
        <Act visitor={visitor} action="test" id={channel.id} label="Send test" to={name} />
        <Act
          visitor={visitor}
          action={active ? 'disable' : 'enable'}
          id={channel.id}
          label={active ? 'Disable' : 'Enable'}
          to={name}
        />
      </div>
      <h3 class="spaced">Recent events</h3>
      {deliveries.length === 0 ? (
        <p class="faint">None yet.</p>
      ) : (
        <ul class="records">
          {deliveries.slice(0, shownDeliveries).map((delivery) => (
            <Record delivery={delivery} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ActProps {
  visitor: Visitor;
  action: 'test' | 'disable' | 'enable';
  id: string;
  label: string;
  /** Which connection it acts on, for those who do not see where the button is. */
  to: string;
}

function Act({ visitor, action, id, label, to }: ActProps) {
  return (
    <form method="post" action={`/settings/delivery/${action}`}>
      <FormToken visitor={visitor} />
      <input type="hidden" name="id" value={id} />
      <button type="submit" aria-label={`${label}: ${to}`}>
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

function Record({ delivery }: { delivery: WebhookDelivery }) {
  const { status, type, created_at, attempts, round, next_attempt_at } = delivery;
  return (
    <li>
      <p>
        <span class={`tag ${tones[status]}`}>{status}</span> <code>{type}</code>{' '}
        <Moment at={created_at} />
      </p>
      <p class="faint">
        {attempts} {attempts === 1 ? 'attempt' : 'attempts'} in {round}{' '}
        {round === 1 ? 'round' : 'rounds'}
        {delivery.last_status_code !== null && <>, last answer HTTP {delivery.last_status_code}</>}
        {next_attempt_at !== null && (
          <>
            , next <Moment at={next_attempt_at} />
          </>
        )}
      </p>
      {delivery.last_error !== null && delivery.last_status_code === null && (
        <p class="faint">
          <bdi>{delivery.last_error}</bdi>
        </p>
      )}
    </li>
  );
}
