import { describe, expect, it } from 'vitest';
import { checkApiKey } from '../../../src/client/api-key.ts';

describe('the API key', () => {
  it('is taken as it is', () => {
    expect(checkApiKey('nw_A-z.0~9+/=')).toBe('nw_A-z.0~9+/=');
  });

  it.each([
    ['', 'is empty'],
    [' secret', 'begins with white space'],
    ['secret ', 'ends with a newline or a space'],
    ['secret\n', 'ends with a newline or a space'],
    ['se\ncret', 'a character that no key has'],
    ['sécret', 'a character that no key has'],
    ['secret\u0000', 'a character that no key has'],
  ])('%j is refused: it %s, and is never repeated', (key, message) => {
    expect(() => checkApiKey(key)).toThrow(message);
    expect(() => checkApiKey(key)).not.toThrow(/secret/);
  });
});
