import type { Channel } from '../../../contract/channel.ts';
import { maxRounds } from '../../delivery/retry-schedule.ts';
import type { SentEvent } from '../../domain/delivery/event-settings.ts';
import type { AttemptRecord } from '../../store/store.ts';
import { connectionPath, nameOf } from './connection-card.tsx';
import { StatusTag } from './delivery-list.tsx';
import { describeError } from './delivery-words.ts';
import type { FlashMessage } from './flash-message.ts';
import { Entry, FormToken, Layout, Time } from './layout.tsx';
import type { PageSession } from './page-session.ts';

interface EventProps {
  session: PageSession;
  flash: FlashMessage | undefined;
  event: SentEvent;
  /** The title of the monitor, or that it is a test. */
  subject: string;
  /** `undefined` if it was removed. */
  channel: Channel | undefined;
}

/** An event for one connection, with a timeline of its attempts. */
export function EventPage({ session, flash, event, subject, channel }: EventProps) {
  const { delivery, attempts } = event;
  return (
    <Layout
      title={`Event: ${subject}`}
      session={session}
      current="/settings/delivery"
      flash={flash}
    >
      <p>
        <a href={connectionPath(delivery.channel_id)}>
          <bdi>{channel ? nameOf(channel) : 'Removed connection'}</bdi>
        </a>
      </p>
      <h1>
        <bdi>{subject}</bdi> <StatusTag status={delivery.status} />
      </h1>
      <section class="card" aria-labelledby="about">
        <h2 id="about">About the event</h2>
        <dl>
          <Entry term="Event id">
            <code>{delivery.event_id}</code>
          </Entry>
          <Entry term="Type">
            <code>{delivery.type}</code>
          </Entry>
          {delivery.run_id !== null && (
            <Entry term="Run id">
              <code>{delivery.run_id}</code>
            </Entry>
          )}
        </dl>
      </section>
      <section class="card" aria-labelledby="timeline">
        <h2 id="timeline">What happened</h2>
        <ol class="timeline">
          <li>
            <p>
              <Time at={delivery.created_at} seconds />
            </p>
            <p>The event was saved.</p>
          </li>
          {attempts.map((attempt) => (
            <Attempt attempt={attempt} />
          ))}
          <LastEntry event={event} />
        </ol>
      </section>
      <Resend session={session} event={event} channel={channel} />
    </Layout>
  );
}

function Attempt({ attempt }: { attempt: AttemptRecord }) {
  const { round, ended_at, duration, status_code, error } = attempt;
  const isDelivered = error === null;
  return (
    <li>
      <p>
        <Time at={ended_at} seconds />{' '}
        <span class={`tag ${isDelivered ? 'good' : 'bad'}`}>
          {isDelivered ? 'Delivered' : 'Failed'}
        </span>{' '}
        <span class="faint">
          Round {round} of {maxRounds}
        </span>
      </p>
      <p>
        {isDelivered ? `The receiver answered HTTP ${status_code}` : describeError(error)}
        {duration !== null && `, after ${duration} ms`}.
      </p>
    </li>
  );
}

/** The end of the timeline: the next attempt, or why there is none. */
function LastEntry({ event: { delivery, attempts, given_up_at } }: { event: SentEvent }) {
  const { status, next_attempt_at, last_error } = delivery;
  const unlogged = delivery.attempts - attempts.length;
  const text = {
    delivered: unlogged > 0 ? 'Delivered.' : undefined,
    pending: 'The next attempt is due.',
    retrying: 'The next attempt is due.',
    failed: 'Nothing follows: the receiver rejected the event for good.',
    exhausted: `The event was given up after round ${maxRounds}: all attempts failed. The alert stays in the list of alerts.`,
    stopped: `Stopped. ${last_error === null ? '' : `${describeError(last_error)}.`}`,
  }[status];
  return (
    <>
      {unlogged > 0 && <li>Nothing more is known about {unlogged} of the attempts.</li>}
      {text && (
        <li>
          {next_attempt_at !== null && (
            <p>
              <Time at={next_attempt_at} seconds />
            </p>
          )}
          <p>{text}</p>
        </li>
      )}
      {given_up_at !== null && (
        <li>
          <p>
            <Time at={given_up_at} />
          </p>
          <p>
            About then the event is given up, after round {maxRounds}, if all attempts fail. Each
            round has up to three attempts.
          </p>
        </li>
      )}
    </>
  );
}

function Resend({ session, event, channel }: Pick<EventProps, 'session' | 'event' | 'channel'>) {
  if (event.delivery.status === 'pending') return null;
  const isRetrying = event.delivery.status === 'retrying';
  return (
    <section class="card" aria-labelledby="resend">
      <h2 id="resend">{isRetrying ? 'Send it now' : 'Send it again'}</h2>
      <Resending session={session} event={event} channel={channel} />
    </section>
  );
}

/** A form to send the event again, or why that is not possible now. */
function Resending({ session, event, channel }: Pick<EventProps, 'session' | 'event' | 'channel'>) {
  const { delivery, resendable_at } = event;
  if (!channel) return <p>The connection was removed, so the event cannot be sent again.</p>;
  if (channel.status !== 'active' && delivery.type !== 'webhook.test') {
    return <p>The connection is {channel.status}. Make it active to send the event.</p>;
  }
  if (resendable_at !== null) {
    return (
      <p>
        The last attempt has just ended. The event can be sent from{' '}
        <Time at={resendable_at} seconds />; reload the page then.
      </p>
    );
  }
  const isRetrying = delivery.status === 'retrying';
  return (
    <>
      {isRetrying && (
        <p>
          The next attempt is made now, and counts as it would have later. If it fails, the later
          ones follow sooner too.
        </p>
      )}
      <p>
        The receiver gets the event with the same id. If it has processed the event, it should
        ignore it.
      </p>
      <form method="post" action="/settings/delivery/resend">
        <FormToken session={session} />
        <input type="hidden" name="id" value={delivery.event_id} />
        <button class="main" type="submit">
          {isRetrying ? 'Send now' : 'Send again'}
        </button>
      </form>
    </>
  );
}
