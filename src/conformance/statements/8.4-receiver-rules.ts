import type { CheckedStatement } from '../statement.ts';

/** docs/service.md §8.4 */
export const receiverRules: readonly CheckedStatement[] = [
  ...(
    [
      ['8.4-1', 'computes the signature over the raw body', 'test/unit/webhooks/verify.test.ts'],
      ['8.4-2', 'compares signatures in constant time', 'src/webhooks/hmac.ts'],
      [
        '8.4-3',
        'rejects timestamps more than five minutes from its clock',
        'test/unit/webhooks/timestamp.test.ts',
      ],
      ['8.4-4', 'stores an event id only once', 'test/integration/receiver/inbox.test.ts'],
      [
        '8.4-5',
        'stores the event before it responds with 2xx, and processes it later',
        'test/ordeals/kills/webhook-kill.test.ts',
      ],
      [
        '8.4-6',
        'treats `webhook.test` as a connection test only',
        'test/integration/examples/receivers.test.ts',
      ],
      [
        '8.4-7',
        'treats article text and links as untrusted',
        'test/integration/receiver/exec.test.ts',
      ],
    ] as const
  ).map(
    ([id, rule, shownBy]): CheckedStatement => ({
      id,
      text: `A receiver ${rule}.`,
      check: { shownBy },
    }),
  ),
];
