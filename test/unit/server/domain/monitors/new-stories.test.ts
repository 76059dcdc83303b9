import { expect, it } from 'vitest';
import { WorkSlices } from '../../../../../src/node/work-slices.ts';
import { foundNews } from '../../../../../src/server/domain/monitors/monitor-results.ts';
import {
  fingerprintsOf,
  newStories,
} from '../../../../../src/server/domain/monitors/new-stories.ts';

const text =
  'The council of the harbour town said on Monday that the otters which returned to the bay last winter have been counted again by volunteers, who walk along the northern shore each morning.';

function versions(name: string, count: number) {
  return Array.from({ length: count }, (_, number) => {
    const id = `${name}${number}`;
    const title = 'Volunteers count otters in the bay';
    const item = { id, title, description: text, url: null, source: null, publication_date: 1 };
    return foundNews({ item, strength: 1 });
  });
}

it('compares each version of a story with the alerted ones in a step of its own', async () => {
  let steps = 0;
  class CountedSlices extends WorkSlices {
    override async next(): Promise<void> {
      steps += 1;
      await super.next();
    }
  }
  const stories = await fingerprintsOf(versions('alerted', 50), 1, new WorkSlices());
  const alerted = { keys: new Set<string>(), stories };
  const work = new CountedSlices();
  const { repeats } = await newStories(versions('found', 100), alerted, { now: 1, work });
  expect(repeats).toHaveLength(100);
  // They are also read, grouped, and looked up in the index one by one.
  expect(steps).toBeGreaterThanOrEqual(4 * 100);
});
