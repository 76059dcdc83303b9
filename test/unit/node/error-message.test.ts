import { expect, it } from 'vitest';
import { errorMessage } from '../../../src/node/error-message.ts';

it.each([
  [new TypeError('no such field'), 'no such field'],
  ['thrown text', 'thrown text'],
  [undefined, 'undefined'],
])('gives the message of %s', (thrown, message) => {
  expect(errorMessage(thrown)).toBe(message);
});
