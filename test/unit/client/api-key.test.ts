import { describe, expect, it } from 'vitest';
import { checkApiKey } from '../../../src/client/api-key.ts';

describe('checkApiKey', () => {
  it('returns a valid key unchanged', () => {
    expect(checkApiKey('nw_A-z.0~9+/=')).toBe('nw_A-z.0~9+/=');
  });

  it.each([
    ['', 'is empty'],
    [' secret', 'starts with whitespace'],
    ['\ufeffsecret', 'begins with a byte order mark (BOM)'],
    ['secret ', 'ends with a newline or a space'],
    ['secret\n', 'ends with a newline or a space'],
    ['Bearer secret', 'begins with "Bearer"'],
    ['se\ncret', 'a character that keys never have'],
    ['sécret', 'a character that keys never have'],
    ['secret\u0000', 'a character that keys never have'],
  ])('rejects %j (%s) without repeating it', (key, message) => {
    expect(() => checkApiKey(key)).toThrow(message);
    expect(() => checkApiKey(key)).not.toThrow(/secret/);
  });
});
