import { randomBytes } from 'node:crypto';

/** A random signing secret of a connection. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}
