import { beforeAll, describe, expect, it } from 'vitest';
import { readNews } from '../../../../src/server/feeds/read-news.ts';
import type { NewsItemRecord } from '../../../../src/server/store/store.ts';
import { type Fingerprint, fingerprintOf } from '../../../../src/server/stories/fingerprint.ts';
import { StoryGroups } from '../../../../src/server/stories/group-stories.ts';
import { isSameStory, saysSomethingNew } from '../../../../src/server/stories/same-story.ts';
import { hasRealNews, reutersPath } from '../../../helpers/real-news.ts';

describe.skipIf(!hasRealNews)('the stories of a news agency', () => {
  const items = new Map<string, NewsItemRecord>();

  beforeAll(async () => {
    for await (const entry of readNews(reutersPath)) {
      if ('item' in entry) items.set(entry.item.id, entry.item);
    }
  }, 60_000);

  function fingerprint({ title, description, publication_date }: NewsItemRecord): Fingerprint {
    return fingerprintOf({ title, text: description, time: publication_date ?? 0 });
  }

  function story(number: number): Fingerprint {
    const item = items.get(`reuters-${number}`);
    if (!item) throw new Error(`no story ${number}`);
    return fingerprint(item);
  }

  it('repeats a few percent of its stories', () => {
    const groups = new StoryGroups();
    const some = [...items.values()].slice(0, 4000);
    for (const item of some) groups.add({ title: item.title, story: fingerprint(item) });
    const share = 1 - groups.stories.length / some.length;
    expect(share).toBeGreaterThan(0.04);
    expect(share).toBeLessThan(0.06);
  });

  it('merges a flash with the report of the same title, but no reports of one kind', () => {
    const grouped = (first: number, second: number) => {
      const groups = new StoryGroups();
      for (const number of [first, second]) {
        groups.add({ title: items.get(`reuters-${number}`)?.title ?? '', story: story(number) });
      }
      return groups.stories.length === 1;
    };
    expect(grouped(21482, 21475)).toBe(true);
    expect(grouped(21475, 21482)).toBe(true);
    expect(grouped(10979, 11129)).toBe(false);
    expect(grouped(7020, 8182)).toBe(false);
    expect(grouped(12796, 13526)).toBe(false);
  });

  it.each([
    ['copies', 17295, 17299],
    ['a shorter version', 12025, 12039],
    ['another headline', 12729, 12794],
    ['a slightly different text', 3625, 3704],
    ['a report of earnings with a note', 1677, 1734],
    ['rounded numbers', 9566, 9611],
  ])('knows %s as repeats', (_, first, second) => {
    expect(isSameStory(story(first), story(second))).toBe(true);
    expect(saysSomethingNew(story(second), [story(first)])).toBe(false);
  });

  it.each([
    ['corrections', 8854, 8877],
    ['corrected numbers', 9896, 9970],
    ['a corrected number at the end', 6552, 6679],
    ['other rates in a table', 11941, 12016],
  ])('knows %s as updates', (_, first, second) => {
    expect(isSameStory(story(first), story(second))).toBe(true);
    expect(saysSomethingNew(story(second), [story(first)])).toBe(true);
  });

  it.each([
    ['bonds of two banks', 14856, 15652],
    ['bonds in one currency', 1086, 1163],
    ['loans from one bank', 4915, 4921],
    ['debentures of two companies', 161, 2498],
    ['contracts of two companies', 6307, 6828],
    ['prices of two companies', 18728, 18765],
    ['dividends of funds', 16392, 16470],
    ['dividends of funds of one kind', 690, 701],
    ['markets of two towns', 13583, 13584],
    ['weekly statistics with the same title', 11507, 14354],
    ['a rate on two days', 11944, 13919],
    ['weekly weather', 11516, 14385],
    ['prices of one minute and the next', 14011, 14014],
    ['short notices with different dates', 20590, 20697],
    ['short notices of two funds', 690, 702],
    ['rainfall on two days', 13834, 15540],
  ])('keeps %s apart', (_, first, second) => {
    expect(isSameStory(story(first), story(second))).toBe(false);
  });
});
