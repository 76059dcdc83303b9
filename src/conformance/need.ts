/** What a statement needs besides an API key with a paid plan. */
export const needs = {
  changes: 'permission to create and change things (--allow-changes)',
  'unpaid key': 'a key of an account without a plan (--unpaid-key-file)',
  'revoked key': 'a revoked key (--revoked-key-file)',
  'other key': 'a key of another account with a plan (--other-key-file)',
  receiver: 'a receiver that the service can reach (--receiver-url)',
  'public addresses only': 'a service that rejects private addresses',
  'test world': 'control over the clock and the accounts of the service (--local)',
} as const;

/** The name of one of the {@link needs}. */
export type Need = keyof typeof needs;

/** To cause an event and receive it. */
export const eventNeeds: readonly Need[] = ['changes', 'receiver'];

/** To cause an event and move the clock to what follows. */
export const scheduleNeeds: readonly Need[] = [...eventNeeds, 'test world'];
