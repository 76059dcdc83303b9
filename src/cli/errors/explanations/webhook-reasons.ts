import type { WebhookReason } from '../../../webhooks/webhook-error.ts';
import type { Explained } from './explanation.ts';

const reject = 'Reject the request.';

/** Without `bad_secret`, which `programErrors` explains. */
export const webhookReasons: Readonly<Record<Exclude<WebhookReason, 'bad_secret'>, Explained>> = {
  missing_signature: ['The request has no X-Service-Signature header.', reject],
  missing_timestamp: ['The request has no X-Service-Timestamp header.', reject],
  missing_event_id: ['The request has no X-Service-Event-Id header.', reject],
  malformed_signature: ['The signature is not v1= and 64 hex digits.', reject],
  signature_mismatch: [
    'The signature does not match the body, the timestamp and the secret.',
    'Sign the raw bytes; webhook verify finds the cause.',
  ],
  malformed_timestamp: ['The timestamp is invalid.', reject],
  timestamp_too_old: [
    'The timestamp is over five minutes old.',
    'Check the clock of the receiver.',
  ],
  timestamp_too_new: [
    'The timestamp is over five minutes in the future.',
    'Check the clock of the receiver.',
  ],
  bad_arguments: [
    'The receiver passes something else than the raw body and the headers.',
    'Pass the raw bytes, before any parsing; respond with 500.',
  ],
  payload_too_large: ['The body is larger than the receiver allows.', 'Respond with 413.'],
  not_json: ['The signed body is not JSON.', 'Respond with 400.'],
  not_an_event: ['The signed JSON is not an event.', 'Respond with 400.'],
  event_id_mismatch: ['X-Service-Event-Id is not the id of the event in the body.', reject],
};
