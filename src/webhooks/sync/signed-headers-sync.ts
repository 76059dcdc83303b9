import { checkBody } from '../raw-body.ts';
import { checkSecrets } from '../secret.ts';
import {
  headersOf,
  type SignedHeaders,
  type SigningOptions,
  toTimestamp,
} from '../signed-headers.ts';
import { hmacSync } from './hmac-sync.ts';

/** `signedHeaders` with `node:crypto`. */
export function signedHeadersSync(options: SigningOptions): SignedHeaders {
  const { eventId, secrets, now = Date.now() } = options;
  const timestamp = toTimestamp(now);
  const body = checkBody(options.body);
  const signatures = checkSecrets(secrets).map((key) => {
    const digest = hmacSync({ key, prefix: `${timestamp}.`, body });
    return `v1=${digest.toString('hex')}`;
  });
  return headersOf(eventId, timestamp, signatures);
}
