import { describe, expect, test } from 'vitest';
import { runSteps } from '../../../../src/node/steps.ts';
import { fingerprintOf } from '../../../../src/server/stories/fingerprint.ts';
import { latestVersion, StoryGroups } from '../../../../src/server/stories/group-stories.ts';

function version(title: string, text = '') {
  return { title, story: fingerprintOf({ title, text, time: 0 }) };
}

function titlesOf(stories: { title: string }[][]): string[][] {
  return stories.map((story) => story.map(({ title }) => title));
}

type Version = ReturnType<typeof version>;

const latest = (versions: [Version, ...Version[]]) => runSteps(latestVersion(versions));

const text =
  'A ferry with 210 people on board ran aground near the island of Hvar on Sunday evening, the coast guard said. Fishing boats took all passengers to the harbour of Jelsa. The captain said that the rudder had failed in strong wind, and that the ship had been checked in the spring.';

test('versions of a story are one group, in their order', () => {
  const groups = new StoryGroups<ReturnType<typeof version>>();
  groups.add(version('Ferry runs aground off Hvar', text));
  groups.add(version('Halvex opens plant in Porto', 'The plant of Halvex employs 400 people.'));
  groups.add(version('Ferry aground off Hvar', text.replace('on Sunday evening', 'on Sunday')));
  groups.add(version('Ferry with 230 people aground off Hvar', text.replace('210', '230')));
  expect(titlesOf(groups.stories)).toEqual([
    [
      'Ferry runs aground off Hvar',
      'Ferry aground off Hvar',
      'Ferry with 230 people aground off Hvar',
    ],
    ['Halvex opens plant in Porto'],
  ]);
});

describe('a flash and its report with the same title', () => {
  const title = 'Ferry runs aground off the island of Hvar';
  const flash = 'A ferry ran aground near the island of Hvar on Sunday, the coast guard said.';
  const hours = (count: number) => count * 3_600_000;
  const at = (text: string, time = 0, heading = title) => ({
    title: heading,
    story: fingerprintOf({ title: heading, text, time }),
  });
  const groupCount = (...versions: Version[]) => {
    const groups = new StoryGroups<Version>();
    for (const each of versions) groups.add(each);
    return groups.stories.length;
  };

  test.each([
    ['a sentence', flash],
    ['a title only', ''],
  ])('are one story in either order: %s', (_, short) => {
    expect(groupCount(at(short), at(text, hours(2)))).toBe(1);
    expect(groupCount(at(text), at(short, hours(2)))).toBe(1);
    expect(latest([at(short), at(text)])).toEqual(at(text));
  });

  test.each([
    ['other numbers', `${flash.slice(0, -1)}, and 40 people were hurt.`],
    ['other events', `${flash.slice(0, -1)} that arrested the captain.`],
    ['other words', 'Fishermen from Jelsa watched a film about whales in the school.'],
  ])('are two stories if the flash has %s', (_, short) => {
    expect(groupCount(at(short), at(text))).toBe(2);
  });

  test('are two stories later, under a short title or under a title of numbers', () => {
    expect(groupCount(at(flash), at(text, hours(8)))).toBe(2);
    expect(groupCount(at(flash, 0, 'Ferry news'), at(text, 0, 'Ferry news'))).toBe(2);
    const numbers = 'Ferry 1 2 3 4 5';
    expect(groupCount(at(flash, 0, numbers), at(text, 0, numbers))).toBe(2);
  });
});

test('groups ten thousand copies and a thousand alike reports without comparing all', () => {
  const groups = new StoryGroups<ReturnType<typeof version>>();
  const copy = version('Ferry runs aground off Hvar', text);
  for (let count = 0; count < 10_000; count += 1) groups.add(copy);
  expect(groups.stories.map(({ length }) => length)).toEqual([10_000]);

  const name = (number: number) =>
    [...String(number)].map((digit) => 'bdfgklmnpr'[Number(digit)]).join('o');
  for (let number = 1000; number < 2000; number += 1) {
    const company = `X${name(number)}`;
    const report = `${company} Inc shr ${number} cts vs ${number + 7} cts. Net ${number * 1009} vs ${number * 977}. Sales ${number * 7919} vs ${number * 7001}.`;
    groups.add(version(`${company.toUpperCase()} 4TH QTR NET`, report));
  }
  expect(groups.stories.length).toBe(1001);
});

test('shows the latest version that says something new, or a longer one, but no later copy', () => {
  const first = version('Ferry runs aground off Hvar', text);
  const copy = version('Ferry runs aground', text);
  const shorter = version('Ferry runs aground off Hvar', text.slice(0, 180));
  expect(latest([first, copy, shorter])).toBe(first);
  const longer = version(
    'Ferry runs aground off Hvar',
    `${text} The police of Split have begun to question the crew, and divers will look at the ship when the wind drops.`,
  );
  expect(latest([first, longer, copy])).toBe(longer);
  const update = version('Ferry with 230 people aground off Hvar', text.replace('210', '230'));
  expect(latest([first, longer, update, copy])).toBe(update);
});

test('looks for the latest of ten thousand copies in short steps', () => {
  const first = version('Ferry runs aground off Hvar', text);
  const copies = Array.from({ length: 10_000 }, () => ({ ...first }));
  const steps = latestVersion([first, ...copies]);
  let count = 0;
  for (; !steps.next().done; count += 1);
  expect(count).toBe(10_000);
});
