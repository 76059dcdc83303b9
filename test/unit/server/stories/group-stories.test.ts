import { expect, test } from 'vitest';
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
