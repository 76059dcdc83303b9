import type { ChannelRecord } from '../store/store.ts';

/** The secrets that sign an event: the current one first, and during a rotation the previous one. */
export function signingSecrets(
  connection: Pick<
    ChannelRecord,
    'signing_secret' | 'previous_secret' | 'previous_secret_expires_at'
  >,
  now: number,
): string[] {
  const { signing_secret, previous_secret } = connection;
  if (previous_secret === null || rotationEnd(connection, now) === null) return [signing_secret];
  return [signing_secret, previous_secret];
}

/** When the previous secret expires; `null` if it has expired or does not exist. */
export function rotationEnd(
  { previous_secret_expires_at: end }: Pick<ChannelRecord, 'previous_secret_expires_at'>,
  now: number,
): number | null {
  return end !== null && end > now ? end : null;
}
