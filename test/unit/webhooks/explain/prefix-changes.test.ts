import { expect, it } from 'vitest';
import { prefixChanges } from '../../../../src/webhooks/explain/prefix-changes.ts';

const changesOf = (timestamp: string) =>
  prefixChanges(timestamp, 'evt_1').map(({ code, value }) => [code, value]);

const always = (timestamp: string) => [
  ['timestamp_not_signed', ''],
  ['dot_missing', timestamp],
  ['standard_webhooks', `evt_1.${timestamp}.`],
];

it('tries the other formats of a timestamp in seconds', () => {
  expect(changesOf('1795176000')).toEqual([
    ...always('1795176000'),
    ['timestamp_unit', '1795176000000.'],
    ['timestamp_unit', '1795176000000.'],
    ['timestamp_unit', '2026-11-20T12:00:00.000Z.'],
    ['timestamp_unit', '2026-11-20T12:00:00Z.'],
  ]);
});

it('tries whole seconds for a timestamp with a fraction', () => {
  expect(changesOf('1795176000.75').slice(3)).toEqual([
    ['timestamp_unit', '1795176000.'],
    ['timestamp_unit', '1795176000750.'],
    ['timestamp_unit', '1795176000000.'],
    ['timestamp_unit', '2026-11-20T12:00:00.750Z.'],
    ['timestamp_unit', '2026-11-20T12:00:00Z.'],
  ]);
});

it('tries no other format of a malformed timestamp', () => {
  expect(changesOf('noon')).toEqual(always('noon'));
});

it('says in words what was signed', () => {
  const messages = prefixChanges('1795176000', 'evt_1').map(({ message }) => message);
  expect(messages).toEqual([
    'only the body was signed, without the timestamp',
    'the dot between timestamp and body is missing in the signed content',
    'the event id was signed as well, as in Standard Webhooks',
    'the timestamp was signed in milliseconds, but its header has another format',
    'the timestamp was signed in milliseconds, but its header has another format',
    'the timestamp was signed as RFC 3339, but its header has another format',
    'the timestamp was signed as RFC 3339, but its header has another format',
  ]);
});
