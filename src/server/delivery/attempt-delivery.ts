import type { Log } from '../../node/log.ts';
import { signedHeadersSync } from '../../webhooks/sync/signed-headers-sync.ts';
import type { Clock } from '../clock.ts';
import type { ClaimedDelivery, OutboxStore } from '../store/store.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { AttemptPlaces } from './attempt-places.ts';
import { attemptSpan, endingSpan } from './attempt-span.ts';
import { eventBody } from './event.ts';
import { type AttemptOutcome, outcomeOfError } from './outcome.ts';
import { signingSecrets } from './signing-secrets.ts';
import { stopReason } from './stop-reason.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** What the dispatcher provides to an attempt. */
export interface AttemptContext {
  outbox: Pick<OutboxStore, 'reread'>;
  sender: Pick<WebhookSender, 'lookUp' | 'send'>;
  places: Pick<AttemptPlaces, 'duringLookup'>;
  clock: Clock;
  log: Log;
  tracing: Tracing;
  /** Called after each request to a webhook. */
  onAttempt?: (
    claim: ClaimedDelivery,
    attempt: { body: string; outcome: AttemptOutcome; now: number },
  ) => void;
}

/**
 * Sends a claimed delivery unless it must not be sent. While its host name is looked up, others may take its
 * place.
 *
 * @returns the outcome; its kind is `unsent` if the delivery must be claimed again
 */
export async function attemptDelivery(
  claim: ClaimedDelivery,
  context: AttemptContext,
): Promise<AttemptOutcome> {
  const { outbox, sender, places } = context;
  const { connection } = claim;
  const isLive = connection !== undefined && !stoppedOutcome(claim);
  const lookup = isLive ? sender.lookUp(connection.webhook_url) : undefined;
  if (!lookup) return send(claim, context);
  if (!(await places.duringLookup(claim, lookup))) return unsent;
  // The connection may have been disabled during the lookup.
  const current = await outbox.reread(claim).catch(() => undefined);
  return current ? send(current, context, await lookup) : unsent;
}

/** @param elapsed milliseconds of the timeout that the lookup has taken */
async function send(
  claim: ClaimedDelivery,
  { clock, log, tracing, sender, onAttempt }: AttemptContext,
  elapsed = 0,
): Promise<AttemptOutcome> {
  const { connection, event_id, payload } = claim;
  const stopped = stoppedOutcome(claim);
  if (stopped || !connection || payload === null) return stopped ?? unsent;
  if (connection.signing_secret === undefined) {
    const { id, secret_error } = connection;
    log('error', 'signing secret unreadable', { channel_id: id, reason: secret_error });
    return outcomeOfError('SECRET_UNREADABLE');
  }
  const body = eventBody({ event_id, payload });
  // Signed with real time, because receivers compare the timestamp with their own clock.
  const secrets = signingSecrets(connection, clock.now());
  const headers = signedHeadersSync({ body, eventId: event_id, secrets, now: clock.realNow() });
  const url = connection.webhook_url;
  const started = performance.now() - elapsed;
  const sent = await tracing.span(
    () => attemptSpan(claim),
    async (span) => endingSpan(span, await sender.send({ url, headers, body, elapsed })),
  );
  const outcome = { ...sent, duration: Math.round(performance.now() - started) };
  onAttempt?.(claim, { body, outcome, now: clock.now() });
  return outcome;
}

const unsent: AttemptOutcome = { kind: 'unsent', status_code: null, error: null };

/** The outcome of a delivery that must not be attempted; `undefined` if it may be. */
function stoppedOutcome(claim: ClaimedDelivery): AttemptOutcome | undefined {
  const error = claim.status === 'stopped' ? claim.last_error : stopReason(claim);
  if (error) return { kind: 'stopped', status_code: null, error };
  return claim.payload === null
    ? { kind: 'failed', status_code: null, error: 'payload_missing' }
    : undefined;
}
