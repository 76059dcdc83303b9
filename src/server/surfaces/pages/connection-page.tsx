import type { Channel } from '../../../contract/channel.ts';
import { ConnectionStatus, nameOf, PreviousSecret } from './connection-card.tsx';
import {
  ConnectionFields,
  type ConnectionValues,
  type DeliverableMonitor,
  valuesOf,
} from './connection-form.tsx';
import { DeliveryList, type ShownDelivery } from './delivery-list.tsx';
import { SelectField, type SelectOption } from './fields.tsx';
import type { FlashMessage } from './flash-message.ts';
import { FormToken, Layout } from './layout.tsx';
import type { PageSession } from './page-session.ts';
import { Pager } from './pager.tsx';

interface ConnectionPageProps {
  session: PageSession;
  flash: FlashMessage | undefined;
  /** `undefined` if it was removed. */
  channel: Channel | undefined;
  /** What it does not deliver, and why. */
  notes: readonly string[];
  /** The submitted values, if they were rejected (default: those of the connection). */
  values?: ConnectionValues | undefined;
  errors?: Readonly<Record<string, string>> | undefined;
  monitors: readonly DeliverableMonitor[];
  deliveries: readonly ShownDelivery[];
  pages: { first?: string | undefined; next?: string | undefined };
}

/** A connection: its settings, its signing secret and its events. */
export function ConnectionPage(props: ConnectionPageProps) {
  const {
    session,
    flash,
    channel,
    notes,
    values,
    errors = {},
    monitors,
    deliveries,
    pages,
  } = props;
  const name = channel ? nameOf(channel) : 'Removed connection';
  return (
    <Layout title={name} session={session} current="/settings/delivery" flash={flash}>
      <p>
        <a href="/settings/delivery">All connections</a>
      </p>
      <h1>
        <bdi>{name}</bdi> {channel && <ConnectionStatus status={channel.status} />}
      </h1>
      {channel && (
        <section class="card" aria-labelledby="edit">
          <h2 id="edit">Settings</h2>
          {notes.map((note) => (
            <p>
              <bdi>{note}</bdi>
            </p>
          ))}
          <form method="post" action="/settings/delivery/edit" aria-labelledby="edit">
            <FormToken session={session} />
            <input type="hidden" name="id" value={channel.id} />
            <ConnectionFields
              values={values ?? valuesOf(channel)}
              errors={errors}
              monitors={monitors}
              current={valuesOf(channel)}
            />
            <p class="faint">
              Queued events are sent to the new URL. The signing secret stays the same.
            </p>
            <button class="main" type="submit">
              Save
            </button>
          </form>
        </section>
      )}
      {channel && <SecretCard session={session} channel={channel} />}
      <section class="card" aria-labelledby="events">
        <h2 id="events">Events</h2>
        <DeliveryList deliveries={deliveries} />
        <Pager label="Pages of events" {...pages} />
      </section>
    </Layout>
  );
}

const validHours: readonly SelectOption[] = [
  ['24', 'For a day'],
  ['1', 'For an hour'],
  ['168', 'For a week'],
  ['0', 'No longer: it ends now'],
];

/** Rotating the signing secret. The confirmation needs no script. */
function SecretCard({ session, channel }: { session: PageSession; channel: Channel }) {
  const isRotating = channel.previous_secret_expires_at !== null;
  return (
    <section class="card" aria-labelledby="secret">
      <h2 id="secret">Signing secret</h2>
      <p>Receivers check the signature of events with it. It cannot be shown again.</p>
      <PreviousSecret channel={channel} />
      <details>
        <summary>Rotate…</summary>
        <form method="post" action="/settings/delivery/rotate" aria-label="Rotate the secret">
          <FormToken session={session} />
          <input type="hidden" name="id" value={channel.id} />
          <SelectField
            id="previous_valid_hours"
            label="The current secret stays valid"
            value="24"
            options={validHours}
            hint="Until then, events are signed with both secrets."
          />
          {isRotating && (
            <p class="check">
              <input id="replace" type="checkbox" name="replace" value="yes" />
              <label for="replace">
                End the previous secret now, although a rotation is in progress
              </label>
            </p>
          )}
          <button class="danger" type="submit">
            Rotate the secret
          </button>
        </form>
      </details>
    </section>
  );
}
