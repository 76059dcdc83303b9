import fc from 'fast-check';
import { isNewsAlert, type WebhookEvent } from 'newswatch/webhooks';
import { expect, it } from 'vitest';
import { newsAlertSchema } from '../../../src/contract/events.ts';
import { alertBody } from './request.ts';

const alert: WebhookEvent = JSON.parse(alertBody);

/** Values that the schema of a field accepts or rejects. */
const values = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', 'news.alert', 'text', 7, true, [], {}),
  fc.array(fc.constantFrom<unknown>(null, 'text', 7, [], {}, { title: 'a', links: [] })),
  fc.array(
    fc.record({
      title: fc.constantFrom(undefined, null, 'a', 7),
      url: fc.constantFrom(undefined, null, 'a', []),
      description: fc.constantFrom(undefined, null, 'a', {}),
      publication_date: fc.constantFrom(undefined, null, 'a', false),
    }),
    { minLength: 1, maxLength: 2 },
  ),
);

it('accepts an alert, also with more fields', () => {
  expect(isNewsAlert(alert)).toBe(true);
  const later = { ...alert, later: [1], articles: [{ more: 1 }], results: [{}] };
  expect(isNewsAlert(later)).toBe(true);
});

it('agrees with the schema of the event', () => {
  const field = fc.constantFrom(...Object.keys(alert), 'later');
  fc.assert(
    fc.property(field, values, (name, value) => {
      const event = { ...alert, [name]: value };
      expect(isNewsAlert(event)).toBe(newsAlertSchema().safeParse(event).success);
    }),
    { numRuns: 2000 },
  );
});
