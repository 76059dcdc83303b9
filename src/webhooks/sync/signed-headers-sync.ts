import { checkBody } from '../raw-body.ts';
import { checkSecrets } from '../secret.ts';
import {
  checkSigningOptions,
  type SignedHeaders,
  type SigningOptions,
  signatureHeaders,
  timestampText,
} from '../signed-headers.ts';
import { hmacSync } from './hmac-sync.ts';

/** `signedHeaders` with `node:crypto`. */
export function signedHeadersSync(options: SigningOptions): SignedHeaders {
  const { eventId, secrets, now = Date.now() } = checkSigningOptions(options);
  const timestamp = timestampText(now);
  const body = checkBody(options.body);
  const signatures = checkSecrets(secrets).map((key) => {
    const digest = hmacSync({ key, prefix: `${timestamp}.`, body });
    return `v1=${digest.toString('hex')}`;
  });
  return signatureHeaders(eventId, timestamp, signatures);
}
