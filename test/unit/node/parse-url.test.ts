import { expect, it } from 'vitest';
import { parseUrl } from '../../../src/node/parse-url.ts';

it.each(['https://bücher.example/', 'https://example.com/é?q=ß', '/relative', 'https://[::1'])(
  'parses %s alike before and after it is optimized',
  (text) => {
    const cold = parseUrl(text)?.href;
    for (let calls = 0; calls < 100_000; calls += 1) parseUrl(`https://example.com/${calls % 10}`);
    expect(parseUrl(text)?.href).toBe(cold);
  },
);

it('resolves a relative URL', () => {
  expect(parseUrl('/b', 'https://example.com/a')?.href).toBe('https://example.com/b');
});
