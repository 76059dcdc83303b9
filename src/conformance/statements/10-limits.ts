import type { CheckedStatement } from '../statement.ts';
import { connections } from './2.5-connections.ts';
import { deliveryStates } from './3.2-deliveries.ts';
import { eventStatements } from './8-events.ts';

/** docs/service.md §10: the same checks as for the rules that the limits belong to. */
export const limits: readonly CheckedStatement[] = [
  {
    id: '10-1',
    text: 'A receiver tolerates timestamps up to five minutes from its clock.',
    check: { shownBy: 'test/unit/webhooks/timestamp.test.ts' },
  },
  sameAs('8-3', '10-2', 'The timeout of a webhook attempt is five seconds.'),
  sameAs('3.2-6', '10-3', 'A round has up to three attempts.'),
  sameAs('3.2-7', '10-4', 'There are up to eight rounds.'),
  sameAs('3.2-8', '10-5', 'The rounds take about 27 hours.'),
  sameAs('2.5-2', '10-6', 'A `webhook_url` is public HTTPS only.'),
  sameAs('2.5-11', '10-7', 'Private addresses are rejected.'),
  sameAs('2.5-12', '10-8', 'Redirects are rejected.'),
  sameAs('2.5-6', '10-9', 'The signing secret is shown once, when connecting.'),
];

/** A statement that another one shows too. */
function sameAs(other: string, id: string, text: string): CheckedStatement {
  const found = [...connections, ...deliveryStates, ...eventStatements].find(
    (each) => each.id === other,
  );
  if (!found) throw new Error(`there is no statement ${other}`);
  return { ...found, id, text, surfaces: ['http'] };
}
