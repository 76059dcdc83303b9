import { describe, expect, it } from 'vitest';
import { analyze } from '../../../../../src/server/search/text/analyzer.ts';
import { placeOf, placesWithin } from '../../../../../src/server/search/text/places.ts';
import { regionAt } from '../../../../../src/server/search/text/regions.ts';
import { stopTerms } from '../../../../../src/server/search/text/stop-words.ts';

const terms = (text: string) => analyze(text).terms;
const regionOf = (text: string) => regionAt(terms(text), 0);
const namesOf = (text: string) => regionOf(text)?.region.names.map((name) => name.join(' ')) ?? [];

describe('regionAt', () => {
  it.each([
    ['southern Europe', 'Greek', 'Swedish'],
    ['Scandinavian', 'Danish', 'Dutch'],
    ['sub-Saharan Africa', 'Ghana', 'Morocco'],
    ['North Africa', 'Morocco', 'Ghana'],
    ['Latin American', 'Brazilian', 'Spanish'],
    ['Gulf states', 'Kuwaiti', 'Norwegian'],
    ['OPEC members', 'Venezuela', 'Norway'],
    ['members of OPEC', 'Nigerian', 'Norway'],
    ['EU countries', 'Dublin', 'Swiss bank'],
    ['G7 countries', 'Japanese', 'Swiss bank'],
    ['Benelux', 'Belgian', 'German'],
    ['Eastern bloc', 'Czechoslovakia', 'Austria'],
  ])('%s includes %s, but not %s', (region, member, other) => {
    expect(namesOf(region)).toContain(terms(member).join(' '));
    expect(namesOf(region)).not.toContain(terms(other).join(' '));
  });

  it('does not confuse an organization with its members', () => {
    for (const name of ['OPEC', 'G7', 'EU', 'NATO']) expect(regionOf(name)).toBeUndefined();
  });

  it('has no region whose name is only stop words', () => {
    for (const term of stopTerms()) expect(regionAt([term], 0)).toBeUndefined();
  });
});

describe('places', () => {
  it('are in the places that contain them, at any depth', () => {
    expect(placesWithin(terms('Canada'))).toEqual(
      expect.arrayContaining([terms('Ontario'), terms('Toronto')]),
    );
    expect(placesWithin(terms('Ontario'))).toEqual([terms('Toronto')]);
    expect(placesWithin(terms('Atlantis'))).toEqual([]);
  });

  it('have adjectives, and contain what they contain under any of their names', () => {
    expect(placeOf(terms('Bavaria'))?.spellings).toEqual([terms('Bavarian')]);
    expect(placeOf(terms('Bavarian'))?.within).toContainEqual(terms('Munich'));
    expect(placeOf(terms('Canada'))).toBeUndefined();
  });
});
