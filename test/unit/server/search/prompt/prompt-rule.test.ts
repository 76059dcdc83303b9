import { describe, expect, it } from 'vitest';
import { type Requirement, unitKey } from '../../../../../src/server/search/prompt/parse-prompt.ts';
import { promptRule } from '../../../../../src/server/search/prompt/prompt-rule.ts';
import type { QueryUnit } from '../../../../../src/server/search/prompt/query-unit.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';
import { termId } from '../../../../../src/server/search/text/term-id.ts';

const terms = (words: string) => words.split(' ').filter(Boolean);
const ids = (words: string) => terms(words).map(termId);

const word = (phrase: string, related: string[] = []): QueryUnit => ({
  label: phrase,
  phrase: terms(phrase),
  kind: 'word',
  spellings: [],
  related: related.map(terms),
});
const name = (phrase: string): QueryUnit => ({ ...word(phrase), kind: 'name' });
const quoted = (phrase: string): QueryUnit => ({ ...word(phrase), kind: 'quoted' });

const oneOf = (...alternatives: QueryUnit[][]): Requirement => ({ alternatives });
const all = (...units: (QueryUnit | string)[]): Requirement[] =>
  units.map((unit) => oneOf([typeof unit === 'string' ? word(unit) : unit]));

/** Where the terms of an item are; the evidence of each is 1, 0.8, 0.65 or 0.35. */
interface Places {
  title?: string;
  lead?: string;
  opening?: string;
  background?: string;
}

/** Terms twice each, so that none is mentioned only in passing. */
function item({ title = '', lead = '', opening = '', background = '' }: Places) {
  const text = [
    ...[...ids(lead), ...Array(60).fill(1)].slice(0, 60),
    ...[...ids(opening), ...Array(90).fill(1)].slice(0, 90),
    ...ids(background),
    ...ids(lead),
  ];
  return { title: Uint32Array.from(ids(title)), text: Uint32Array.from(text) };
}

const condition = {
  wanted: '',
  languages: [],
  limits: [],
  exclusions: [],
  ignoredExclusions: [],
  emptyExclusions: [],
  unreadLimits: [],
  readsText: false,
};

function matchesAny(clauses: Requirement[][], of: ReturnType<typeof item>): boolean {
  return promptRule({ ...condition, clauses })(of) !== undefined;
}

function matches(clause: Requirement[], places: Places): boolean {
  return matchesAny([clause], item(places));
}

// In these tests cocoa, lithium, tin and zinc are specific terms; price, export and others are
// ordinary ones with half of their weight; announc is vague.

describe('a prompt', () => {
  const inTitle = item({ title: 'cocoa' });

  it('is met if any of its clauses is', () => {
    expect(matchesAny([all('lithium'), all('cocoa')], inTitle)).toBe(true);
    expect(matchesAny([all('lithium'), all('tin')], inTitle)).toBe(false);
  });

  it('without clauses or requirements is not met', () => {
    expect(matchesAny([], inTitle)).toBe(false);
    expect(matchesAny([[]], inTitle)).toBe(false);
  });
});

describe('one specific word', () => {
  it.each<[keyof Places, boolean]>([
    ['title', true],
    ['lead', true],
    ['opening', false],
    ['background', false],
  ])('in the %s: %s', (place, expected) => {
    expect(matches(all('cocoa'), { [place]: 'cocoa' })).toBe(expected);
  });

  it('is met by a related word only in the title', () => {
    const clause = all(word('cocoa', ['cacao']));
    expect(matches(clause, { title: 'cacao' })).toBe(true);
    expect(matches(clause, { lead: 'cacao' })).toBe(false);
  });
});

describe('several requirements', () => {
  it('of two, all must be met; of three, one may be missing', () => {
    expect(matches(all('cocoa', 'price'), { title: 'cocoa' })).toBe(false);
    const three = all('cocoa', 'price', 'export');
    expect(matches(three, { title: 'cocoa export' })).toBe(true);
    expect(matches(three, { title: 'cocoa' })).toBe(false);
  });

  it('of six two may be missing', () => {
    const six = all('cocoa', 'lithium', 'tin', 'zinc', 'price', 'export');
    expect(matches(six, { title: 'cocoa lithium tin zinc' })).toBe(true);
    const heavy = all('cocoa', 'lithium', 'tin', 'zinc', 'gallium', 'announc', 'month', 'week');
    expect(matches(heavy, { title: 'cocoa lithium tin zinc gallium month' })).toBe(true);
    expect(matches(heavy, { title: 'cocoa lithium tin zinc gallium' })).toBe(false);
  });

  it('are missing unless they are at least mentioned', () => {
    const clause = all('cocoa', 'lithium', word('price', ['cost']));
    const title = 'cocoa lithium';
    expect(matches(clause, { title, background: 'price' })).toBe(true);
    expect(matches(clause, { title, background: 'cost' })).toBe(true);
  });

  it('of two, both must be subjects', () => {
    const clause = all('cocoa', 'price');
    expect(matches(clause, { title: 'cocoa', opening: 'price' })).toBe(true);
    expect(matches(clause, { title: 'cocoa', background: 'price' })).toBe(false);
  });

  it('must be covered by most of their weight', () => {
    const clause = all('cocoa', 'price', 'export');
    expect(matches(clause, { title: 'cocoa', opening: 'export' })).toBe(true);
    expect(matches(clause, { title: 'cocoa', background: 'export' })).toBe(false);
  });

  it('need one specific word in the title or the lead', () => {
    const clause = all('cocoa', 'price');
    expect(matches(clause, { title: 'price', lead: 'cocoa' })).toBe(true);
    expect(matches(clause, { title: 'price', opening: 'cocoa' })).toBe(false);
  });

  it('need two specific words as subjects if they have as many', () => {
    const two = all('cocoa', 'lithium');
    expect(matches(two, { title: 'cocoa', opening: 'lithium' })).toBe(true);
    expect(matches(two, { title: 'cocoa', background: 'lithium' })).toBe(false);
    const three = all('cocoa', 'lithium', 'tin');
    expect(matches(three, { title: 'cocoa lithium', background: 'tin' })).toBe(true);
    expect(matches(three, { title: 'cocoa', background: 'lithium tin' })).toBe(false);
  });

  it('count what is only in the background', () => {
    const clause = all('cocoa', 'lithium', 'tin', 'zinc');
    const title = 'cocoa lithium';
    expect(matches(clause, { title, background: 'tin zinc' })).toBe(true);
    expect(matches(clause, { title, background: 'tin' })).toBe(false);
  });
});

describe('requirements without a specific word', () => {
  it('must be covered by more of their weight', () => {
    const clause = all('price', 'export');
    expect(matches(clause, { title: 'price export' })).toBe(true);
    expect(matches(clause, { title: 'price', opening: 'export' })).toBe(true);
    expect(matches(clause, { title: 'price', background: 'export' })).toBe(false);
    expect(matches(all('price'), { opening: 'price' })).toBe(false);
  });
});

describe('a name', () => {
  it('is specific even if its words are ordinary', () => {
    const places = { lead: 'bank', opening: 'price export' };
    expect(matches(all(name('bank'), 'price', 'export'), places)).toBe(true);
    expect(matches(all('bank', 'price', 'export'), places)).toBe(false);
  });

  it('must not be missing or only in the background', () => {
    const clause = all('cocoa', 'lithium', name('halden'));
    expect(matches(clause, { title: 'cocoa lithium', opening: 'halden' })).toBe(true);
    expect(matches(clause, { title: 'cocoa lithium', background: 'halden' })).toBe(false);
    expect(matches(all('cocoa', 'lithium', 'halden'), { title: 'cocoa lithium' })).toBe(false);
  });
});

describe('a quoted phrase', () => {
  it('may be in the background, but must not be missing', () => {
    const clause = all('cocoa', 'lithium', quoted('hostil bid'));
    const title = 'cocoa lithium';
    expect(matches(clause, { title, background: 'hostil bid' })).toBe(true);
    expect(matches(clause, { title })).toBe(false);
  });
});

describe('a phrase', () => {
  it('is specific if any of its words is', () => {
    const opening = 'price crop';
    expect(matches(all('cocoa export', 'price', 'crop'), { lead: 'cocoa export', opening })).toBe(
      true,
    );
    expect(matches(all('export bank', 'price', 'crop'), { lead: 'export bank', opening })).toBe(
      false,
    );
  });
});

describe('alternatives', () => {
  it('are met by any of them', () => {
    const clause = [oneOf([word('cocoa')], [word('lithium')])];
    expect(matches(clause, { title: 'cocoa' })).toBe(true);
    expect(matches(clause, { title: 'lithium' })).toBe(true);
    expect(matches(clause, { title: 'tin' })).toBe(false);
  });

  it('count as the best of them', () => {
    const [cocoa, lithium] = [[word('cocoa')], [word('lithium')]];
    const places = { title: 'cocoa', background: 'lithium' };
    expect(matches([oneOf(cocoa, lithium)], places)).toBe(true);
    expect(matches([oneOf(lithium, cocoa)], places)).toBe(true);
  });

  it('ignore a name that is missing', () => {
    expect(matches([oneOf([name('halden')], [word('tin')])], { title: 'tin' })).toBe(true);
    expect(matches([oneOf([name('halden')], [name('omega')])], {})).toBe(false);
    const clause = [...all('cocoa', 'lithium'), oneOf([name('halden')], [name('omega')])];
    expect(matches(clause, { title: 'cocoa lithium' })).toBe(false);
  });

  it('are as specific as the one that is found', () => {
    const clause = [oneOf([word('cocoa')], [word('price')])];
    expect(matches(clause, { title: 'price' })).toBe(true);
  });

  it('are specific if no alternative is found and one is specific', () => {
    const ordinary = ['price', 'export', 'quota', 'output', 'crop', 'tax'];
    const clause = [...all(...ordinary), oneOf([word('bank')], [word('cocoa')])];
    expect(matches(clause, { title: ordinary.join(' ') })).toBe(false);
    const another = [...all(...ordinary), oneOf([word('bank')], [word('court')])];
    expect(matches(another, { title: ordinary.join(' ') })).toBe(true);
  });

  it('have their average weight', () => {
    const clause = [oneOf([word('cocoa')], [word('lithium')], [word('tin')])];
    const places = { title: 'cocoa', background: 'price' };
    expect(matches([...clause, ...all('price', 'export')], places)).toBe(false);
  });
});

describe('an alternative of several words', () => {
  const together = (...units: QueryUnit[]) => [oneOf(units)];

  it('may miss an ordinary word but no specific one', () => {
    const clause = together(word('cocoa'), word('export'));
    expect(matches(clause, { title: 'cocoa' })).toBe(true);
    expect(matches(clause, { title: 'export' })).toBe(false);
  });

  it('needs all of its specific words as subjects', () => {
    const clause = together(word('cocoa'), word('lithium'), word('price'), word('export'));
    const title = 'cocoa price export';
    expect(matches(clause, { title, opening: 'lithium' })).toBe(true);
    expect(matches(clause, { title, background: 'lithium' })).toBe(false);
  });

  it('must have all of its names', () => {
    const clause = [...all('cocoa', 'lithium', 'zinc'), oneOf([word('tin'), name('bank')])];
    expect(matches(clause, { title: 'cocoa lithium zinc tin bank' })).toBe(true);
    expect(matches(clause, { title: 'cocoa lithium zinc tin' })).toBe(false);
  });
});

it('events with the same action and other subjects are judged separately', () => {
  const prompt = 'raises or cuts its dividend, raises or cuts its forecast';
  const units = readPrompt(prompt)
    .clauses.flat()
    .flatMap(({ alternatives }) => alternatives.flat());
  const keys = new Set(units.map(unitKey));
  expect(keys.size).toBe(units.length);
  expect(units.length).toBeGreaterThan(2);
});
