import type { Channel } from '../../../contract/channel.ts';
import { hasPlan } from '../../domain/accounts/is-entitled.ts';
import { redactLocation } from '../../feeds/location.ts';
import { FormToken, Time } from './layout.tsx';
import type { PageSession } from './page-session.ts';

export interface Connection {
  channel: Channel;
  /** Human-readable description of the monitors that it covers. */
  scope: string;
}

/** The path of the page of a connection. */
export function connectionPath(id: string): string {
  return `/settings/delivery/connections/${encodeURIComponent(id)}`;
}

/** The name of a connection, or else its host. */
export function nameOf({ name, webhook_url }: Pick<Channel, 'name' | 'webhook_url'>): string {
  return name ?? new URL(webhook_url).host;
}

export function ConnectionStatus({ status }: Pick<Channel, 'status'>) {
  return <span class={`tag ${status === 'active' ? 'good' : 'plain'}`}>{status}</span>;
}

interface ConnectionCardProps extends Connection {
  session: PageSession;
}

export function ConnectionCard({ session, channel, scope }: ConnectionCardProps) {
  const { id, status, webhook_url } = channel;
  const name = nameOf(channel);
  const withPlan = hasPlan(session.account);
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>
        <bdi>{name}</bdi> <ConnectionStatus status={status} />
      </h2>
      <p>
        <code>{redactLocation(webhook_url)}</code>
      </p>
      <p class="faint">
        <bdi>{scope}</bdi> · connected <Time at={channel.created_at} />
      </p>
      <StatusNote channel={channel} withPlan={withPlan} />
      <PreviousSecret channel={channel} />
      {withPlan && (
        <p>
          <a href={connectionPath(id)} aria-label={`Edit, secret and events: ${name}`}>
            Edit, secret and events
          </a>
        </p>
      )}
      <div class="buttons">
        {actionsFor(status, withPlan).map((action) => (
          <Action session={session} action={action} id={id} connectionName={name} />
        ))}
      </div>
    </section>
  );
}

/** Shows until when the previous signing secret is valid, after a rotation. */
export function PreviousSecret({ channel }: { channel: Channel }) {
  if (channel.previous_secret_expires_at === null) return null;
  return (
    <p class="faint">
      Events are signed with the previous secret too until{' '}
      <Time at={channel.previous_secret_expires_at} />.
    </p>
  );
}

/** Without a plan, a paused connection keeps no events. */
function StatusNote({
  channel: { id, status },
  withPlan,
}: {
  channel: Channel;
  withPlan: boolean;
}) {
  switch (status) {
    case 'active':
      return null;
    case 'paused':
      return withPlan ? (
        <p>Events are kept for seven days and sent when you resume the connection.</p>
      ) : null;
    case 'disabled':
      return <p>Alerts made while it is disabled are not sent later.</p>;
    case 'ended':
      return (
        <p>
          Its monitor was deleted.{' '}
          {withPlan && (
            <>
              <a href={connectionPath(id)}>Choose what it delivers</a>, or remove it.
            </>
          )}
        </p>
      );
  }
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

/** The consequences of the actions that ask first. */
const losses: Readonly<Partial<Record<ConnectionAction, string>>> = {
  disable:
    'Its queued deliveries are stopped for good, including those that a pause holds. Alerts made while it is disabled are not sent later.',
  remove: 'Its queued deliveries are stopped for good. Its signing secret is deleted.',
};

/** The actions for a connection. Without a plan it can only be disabled and removed. */
function actionsFor(status: Channel['status'], withPlan: boolean): ConnectionAction[] {
  const changes = statusChanges[status];
  const possible: ConnectionAction[] = ['test', ...changes, 'remove'];
  return withPlan ? possible : possible.filter((action) => action in losses);
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

/** The confirmation needs no script. */
function Action(props: ActionProps) {
  const loss = losses[props.action];
  if (loss === undefined) return <ActionForm {...props} />;
  const label = labels[props.action];
  return (
    <details>
      <summary aria-label={`${label} ${props.connectionName}`}>{label}…</summary>
      <p class="faint">{loss}</p>
      <ActionForm {...props} />
    </details>
  );
}

function ActionForm({ session, action, id, connectionName }: ActionProps) {
  const label = labels[action];
  return (
    <form method="post" action={`/settings/delivery/${action}`}>
      <FormToken session={session} />
      <input type="hidden" name="id" value={id} />
      <button
        class={action in losses ? 'danger' : ''}
        type="submit"
        aria-label={`${label}: ${connectionName}`}
      >
        {label}
      </button>
    </form>
  );
}
