import { describe, expect, it } from 'vitest';
import { isSingleCharacter, termId } from '../../../../../src/server/search/text/term-id.ts';

describe('termId', () => {
  it('distinguishes terms of one character from all others', () => {
    expect(['a', '7', '金'].map(termId).every(isSingleCharacter)).toBe(true);
    expect(['aa', '金融', ''].map(termId).some(isSingleCharacter)).toBe(false);
  });

  it('rarely gives two terms the same id', () => {
    const all = Array.from({ length: 50_000 }, (_, at) => termId(`term${at}`));
    expect(new Set(all).size).toBeGreaterThan(49_990);
  });
});
