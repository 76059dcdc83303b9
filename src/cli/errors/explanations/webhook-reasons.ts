import type { Pair } from './explanation.ts';

export const webhookReasons: Readonly<Record<string, Pair>> = {
  missing_signature: [
    'The request has no X-Service-Signature.',
    'Only the service signs: refuse it.',
  ],
  missing_timestamp: ['The request has no X-Service-Timestamp.', 'Refuse it.'],
  missing_event_id: ['The request has no X-Service-Event-Id.', 'Refuse it.'],
  malformed_signature: ['The signature is not v1= and 64 hex digits.', 'Refuse it.'],
  signature_mismatch: [
    'The signature is not that of this body, this timestamp and this secret.',
    'Sign the raw bytes; webhook verify says what would make it match.',
  ],
  malformed_timestamp: ['The timestamp is none that is understood.', 'Refuse it.'],
  timestamp_too_old: ['Signed more than five minutes ago.', 'Set the receiver’s clock.'],
  timestamp_too_new: ['Signed more than five minutes ahead.', 'Set the receiver’s clock.'],
  not_json: ['Signed, and yet no JSON.', 'Answer 400.'],
  not_an_event: ['Signed JSON that is no event.', 'Answer 400.'],
  event_id_mismatch: ['The header’s id is not the body’s.', 'Refuse it.'],
};
