import { expect, it } from 'vitest';
import { headerOf, type RequestHeaders } from '../../../src/webhooks/request-headers.ts';

it.each<[string, RequestHeaders, string | undefined]>([
  ['a lowercase name', { 'x-id': 'evt_1' }, 'evt_1'],
  ['a name in another case', { Host: 'a', 'X-ID': 'evt_1' }, 'evt_1'],
  ['whitespace around the value', { 'x-id': ' evt_1\t' }, 'evt_1'],
  ['several values', { 'x-id': ['a', 'b'] }, 'a, b'],
  ['Headers', new Headers({ 'X-Id': 'evt_1' }), 'evt_1'],
  ['whitespace in a get function', { get: () => ' evt_1 ' }, 'evt_1'],
  ['a missing header', { 'x-other': 'a' }, undefined],
  ['a missing header of Headers', new Headers(), undefined],
  ['a get function that returns undefined', { get: () => undefined }, undefined],
  ['an empty get function', { get: () => '  ' }, undefined],
  ['an undefined value', { 'x-id': undefined }, undefined],
  ['an empty value', { 'x-id': '' }, undefined],
  ['only whitespace', { 'x-id': '  ' }, undefined],
  ['no values', { 'x-id': [] }, undefined],
])('reads %s', (_what, headers, value) => {
  expect(headerOf(headers, 'X-Id')).toBe(value);
});
