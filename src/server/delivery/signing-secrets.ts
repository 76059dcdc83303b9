import type { ChannelRecord } from '../store/store.ts';

/** The secrets that sign an event: the current one first, and during a rotation the previous one. */
export function signingSecrets(
  connection: Pick<
    ChannelRecord,
    'signing_secret' | 'previous_secret' | 'previous_secret_expires_at'
  >,
  now: number,
): string[] {
  const { signing_secret, previous_secret, previous_secret_expires_at } = connection;
  const isRotating = previous_secret !== null && (previous_secret_expires_at ?? 0) > now;
  return isRotating ? [signing_secret, previous_secret] : [signing_secret];
}
