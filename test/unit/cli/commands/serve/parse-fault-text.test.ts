import { expect, it } from 'vitest';
import { parseFaultText } from '../../../../../src/cli/commands/serve/parse-fault-text.ts';

it.each([
  ['usage=429', { operation: 'usage', status: 429 }],
  ['news.search=429:2', { operation: 'news.search', status: 429, times: 2 }],
  ['usage=429,retry-after=30:1', { operation: 'usage', status: 429, retryAfter: 30, times: 1 }],
  ['*=502,html', { operation: '*', status: 502, response: 'html' }],
  ['usage=delay=250,cut', { operation: 'usage', delay: 250, response: 'cut' }],
])('%s is read', (text, fault) => {
  expect(parseFaultText(text)).toEqual(fault);
});

it.each([
  ['usage', /--fault must be operation=effect/],
  ['usage=', /--fault must be operation=effect/],
  ['usage=429:x', /--fault must be operation=effect/],
  ['usage=later=2', /unknown effect "later=2"/],
  ['usage=delay=2s', /unknown effect "delay=2s"/],
  ['usage=429,503', /503 contradicts an effect before it/],
  ['usage=cut,html', /html contradicts/],
])('%s is rejected', (text, message) => {
  expect(() => parseFaultText(text)).toThrow(message);
});
