import { describe, expect, it } from 'vitest';
import { FairPlaces } from '../../../src/node/fair-places.ts';

const never = () => new AbortController().signal;

/** Waits for a place, and records the name when there is one. */
function waiting(places: FairPlaces, groups: readonly string[], name: string, admitted: string[]) {
  return places.wait(groups, never()).then(() => admitted.push(name));
}

const turn = () => new Promise(setImmediate);

describe('a group', () => {
  it('gets as many places of half as are free, and at most its limit', async () => {
    const admitted: string[] = [];
    const places = new FairPlaces({ total: 20, perGroup: 4 });
    for (let n = 0; n < 8; n += 1) void waiting(places, ['one'], `one-${n}`, admitted);
    await turn();
    expect(places.counts.get('one')).toBe(4);
    for (let n = 0; n < 8; n += 1) void waiting(places, ['two'], `two-${n}`, admitted);
    await turn();
    expect(places.counts.get('two')).toBe(3);
    expect(places.free).toBe(13);
  });

  it('with the fewest places has the next one', async () => {
    const admitted: string[] = [];
    const places = new FairPlaces({ total: 2 });
    places.take(['one']);
    places.take(['other']);
    places.take(['one']);
    for (const group of ['one', 'one', 'two']) void waiting(places, [group], group, admitted);
    await turn();
    expect(admitted).toEqual([]);
    places.release(['other']);
    places.release(['one']);
    await turn();
    expect(admitted).toEqual(['two']);
  });

  it('does not wait until the queue of another one is empty', async () => {
    const admitted: string[] = [];
    const places = new FairPlaces({ total: 2 });
    places.take(['one']);
    places.take(['two']);
    for (const group of ['one', 'one', 'one', 'two', 'two', 'two', 'three']) {
      void waiting(places, [group], group, admitted);
    }
    const groups = ['one', 'two', 'one', 'two', 'three'];
    for (const group of groups) {
      if (places.counts.has(group)) places.release([group]);
      await turn();
    }
    expect(admitted).toContain('three');
    expect(admitted.filter((group) => group === 'one').length).toBeLessThan(3);
  });

  it('always has a place if the others keep theirs', async () => {
    const places = new FairPlaces({ total: 64, perGroup: 16 });
    for (let account = 0; account < 30; account += 1) {
      for (let n = 0; n < 100; n += 1) void waiting(places, [`dead-${account}`], '', []);
    }
    await places.wait(['good'], never());
    expect(places.counts.get('good')).toBe(1);
  });
});

it('a place counts in each of its groups', async () => {
  const places = new FairPlaces({ total: 10, perGroup: 1 });
  const admitted: string[] = [];
  await places.wait(['account a', 'host a'], never());
  void waiting(places, ['account b', 'host a'], 'same host', admitted);
  void waiting(places, ['account a', 'host b'], 'same account', admitted);
  void waiting(places, ['account b', 'host b'], 'neither', admitted);
  await turn();
  expect(admitted).toEqual(['neither']);
});

it('waiting ends when the signal is aborted', async () => {
  const places = new FairPlaces({ total: 1 });
  await places.wait(['one'], never());
  const ending = new AbortController();
  const ended = places.wait(['two'], ending.signal);
  ending.abort(new Error('too late'));
  await expect(ended).rejects.toThrow('too late');
  await expect(places.wait(['two'], ending.signal)).rejects.toThrow('too late');
  places.release(['one']);
  expect(places.free).toBe(1);
});
