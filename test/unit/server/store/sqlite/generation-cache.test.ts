import { describe, expect, it } from 'vitest';
import { GenerationCache } from '../../../../../src/server/store/sqlite/generation-cache.ts';

/** With room for so many values of 900 bytes each. */
function remembering(values: number, generation = 1) {
  const remembered = new GenerationCache<number, string>(values * 1_000, () => 900);
  remembered.renew(generation);
  return remembered;
}
const known = (remembered: GenerationCache<number, string>, keys: number) =>
  Array.from({ length: keys }, (_, key) => key).filter((key) => remembered.get(key) !== undefined);

describe('Remembered', () => {
  it('knows what it was given while the news stays as it is', () => {
    const remembered = remembering(3);
    remembered.set(1, 'one');
    remembered.renew(1);
    expect(remembered.get(1)).toBe('one');
    remembered.renew(2);
    expect(remembered.get(1)).toBeUndefined();
    remembered.renew(1);
    expect(remembered.get(1)).toBeUndefined();
  });

  it('forgets what came first when there is too much, again and again', () => {
    const remembered = remembering(3);
    for (let key = 0; key < 10; key += 1) {
      remembered.set(key, 'value');
      expect(known(remembered, 10)).toEqual([key - 2, key - 1, key].filter((each) => each >= 0));
    }
    remembered.renew(2);
    for (let key = 0; key < 5; key += 1) remembered.set(key, 'value');
    expect(known(remembered, 10)).toEqual([2, 3, 4]);
  });

  it('counts what is given anew once, and as new', () => {
    const remembered = remembering(3);
    for (const key of [0, 1, 2, 0, 0, 3]) remembered.set(key, 'value');
    expect(known(remembered, 10)).toEqual([0, 2, 3]);
  });

  it('does not know what is larger than all that it may know', () => {
    const remembered = new GenerationCache<number, string>(1_000, (value) => value.length);
    remembered.set(0, 'small');
    remembered.set(1, 'x'.repeat(1_000));
    expect(known(remembered, 10)).toEqual([]);
    remembered.set(2, 'small');
    expect(known(remembered, 10)).toEqual([2]);
  });
});
