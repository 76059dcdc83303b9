import { expect, it } from 'vitest';
import { bodyHints } from '../../../../src/webhooks/explain/body-hints.ts';

const hintsFor = (body: string, length?: string) =>
  bodyHints(Buffer.from(body), length).map(({ code, message }) => [code, message]);

const endsEarly = ['body_cut', 'the body is incomplete: its JSON ends early'];

it.each([
  ['{"a":1}', '9', [['body_cut', 'the body is incomplete: it has 7 of 9 bytes']]],
  ['{"a":', '9', [['body_cut', 'the body is incomplete: it has 5 of 9 bytes']]],
  ['{"a":1}', '5', [['body_grew', 'the body has 7 bytes, but its Content-Length is 5']]],
  [
    '',
    undefined,
    [['body_empty', 'the body is empty: it was probably read before it was verified']],
  ],
  [
    '[object Object]',
    undefined,
    [['body_parsed', 'the body is "[object Object]": pass the raw bytes, not the parsed object']],
  ],
  [
    '"\ufffd"',
    undefined,
    [['body_decoded', 'the body contains U+FFFD: bytes were lost when it was decoded as text']],
  ],
  ['{"a":1', undefined, [endsEarly]],
  [' {"a":{"b":1}', undefined, [endsEarly]],
  ['{"a":[{"b":1}', undefined, [endsEarly]],
  [String.raw`{"a":"\"}","b":{"c":1}`, undefined, [endsEarly]],
  [String.raw`{"a":"x \"}} y`, undefined, [endsEarly]],
  ['{"a":"}\n', undefined, [endsEarly]],
])('gives a hint for %j with Content-Length %s', (body, length, hints) => {
  expect(hintsFor(body, length)).toEqual(hints);
});

it('proves nothing', () => {
  expect(bodyHints(Buffer.alloc(0), '1').map(({ proven }) => proven)).toEqual([false, false]);
});

it.each([
  ['{"a":1}', undefined],
  ['{"a":1}', '7'],
  ['{"a":1}', 'seven'],
  ['{"a":1}', '1234567890123456'],
  ['{"a":1,}', undefined],
  ['{"a":"{["}}', undefined],
  ['{"a":1}} ', undefined],
  ['[1', undefined],
  ['x {"a":1', undefined],
  ['text', undefined],
])('gives no hint for %j with Content-Length %s', (body, length) => {
  expect(hintsFor(body, length)).toEqual([]);
});
