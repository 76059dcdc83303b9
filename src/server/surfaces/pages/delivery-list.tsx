import { counted } from '../../../contract/counted.ts';
import type { WebhookDelivery } from '../../../contract/webhook-delivery.ts';
import { describeError, statusWords } from './delivery-words.ts';
import { Time } from './layout.tsx';

/** A delivery, and what its event is about. */
export interface ShownDelivery extends WebhookDelivery {
  /** The title of the monitor, or that it is a test. */
  subject: string;
  /** The name of its connection, for lists of several. */
  connection?: string | undefined;
}

/** The path of the page of an event. */
export function eventPath(eventId: string): string {
  return `/settings/delivery/events/${encodeURIComponent(eventId)}`;
}

export function DeliveryList({ deliveries }: { deliveries: readonly ShownDelivery[] }) {
  if (deliveries.length === 0) return <p class="faint">None.</p>;
  return (
    <ul class="records">
      {deliveries.map((delivery) => (
        <Delivery delivery={delivery} />
      ))}
    </ul>
  );
}

export function StatusTag({ status }: Pick<WebhookDelivery, 'status'>) {
  const { label, tone } = statusWords[status];
  return <span class={`tag ${tone}`}>{label}</span>;
}

function Delivery({ delivery }: { delivery: ShownDelivery }) {
  const { event_id, status, subject, connection, attempts, last_status_code, last_error } =
    delivery;
  return (
    <li>
      <p>
        <StatusTag status={status} /> <bdi>{subject}</bdi> <Time at={delivery.created_at} />
      </p>
      <p class="faint">
        <a href={eventPath(event_id)}>
          <code>{event_id}</code>
        </a>
        {connection !== undefined && (
          <>
            {' '}
            to <bdi>{connection}</bdi>
          </>
        )}
      </p>
      <p class="faint">
        {counted(attempts, 'attempt')}
        {last_error !== null && <>. {describeError(last_error)}</>}
        {last_error === null && last_status_code !== null && <>, HTTP {last_status_code}</>}
        {delivery.next_attempt_at !== null && (
          <>
            . Next attempt: <Time at={delivery.next_attempt_at} />
          </>
        )}
      </p>
    </li>
  );
}
