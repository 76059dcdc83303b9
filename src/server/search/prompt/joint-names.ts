import { once } from '../../../contract/once.ts';
import { analyze } from '../text/analyzer.ts';
import { otherSpellings } from '../text/name-spellings.ts';
import { isCapitalized } from './letter-case.ts';
import type { QueryWord } from './query-words.ts';

/** Names with "and", which do not join two names. */
const knownNames = once(
  () =>
    new Set(
      `Abercrombie and Fitch, Allen and Overy, Antigua and Barbuda, Bang and Olufsen, Barnes and Noble,
      Bausch and Lomb, Ben and Jerrys, Black and Decker, Bosnia and Herzegovina, Brown and Root,
      Brown and Williamson, Coopers and Lybrand, Crosse and Blackwell, Dolce and Gabbana,
      Dun and Bradstreet, Ernst and Young, Fortnum and Mason, Gulf and Western, Holland and Barrett,
      Jammu and Kashmir, Kong and Shanghai, Legal and General, Marks and Spencer, Marsh and McLennan,
      Newfoundland and Labrador, Kitts and Nevis,
      Pratt and Whitney, Procter and Gamble, Simon and Schuster,
      Smith and Nephew, Smith and Wesson, Standard and Poors, Tate and Lyle,
      Tome and Principe, Trinidad and Tobago, Turks and Caicos, Tyne and Wear, Wallis and Futuna,
      Yorkshire and Humber, Monopolies and Mergers, Tariffs and Trade`
        .toLowerCase()
        .split(/,\s*/),
    ),
);

/** What ministries and other institutions are for: "Trade and Industry", "Food and Drug". */
const fields = new Set(
  `accounting affairs agriculture arts banking business commerce communications conservation cooperation
  crime culture defence defense development drug drugs economic economics economy education employment
  energy enterprise environment exchange families finance fisheries fishing food foreign forestry forests
  futures gas health heritage home homeland housing human humanities immigration industrial industry
  infrastructure innovation insurance interior investment irrigation justice labor labour land lands
  law markets media medicine migration mines mining monetary natural nuclear oceanic oil parks pensions
  petroleum planning ports power productivity quarantine quality reconstruction research resources rural
  safety science sciences securities security skills social space sport sports standards statistics
  tariffs tax taxation technology telecommunications tourism trade training transport transportation
  treasury urban veterans water welfare women work works youth`.split(/\s+/),
);

/** Whether "and" or "&" between two capitalized words is a part of a name from `start`. */
export function continuesJointName(
  words: readonly QueryWord[],
  start: number,
  link: number,
): boolean {
  const [before, and, after] = [words[link - 1], words[link], words[link + 1]];
  if (!before || !and || !after || !isCapitalized(after)) return false;
  const isAmpersand = and.text === '&';
  if (!isAmpersand && and.folded !== 'and') return false;
  if (before.folded === after.folded || isKnownPair(before, after)) return true;
  if (isAmpersand) return !(isKnown(before) && isKnown(after));
  const isInstitution = link - start > 1 || isCapitalized(words[link + 2]);
  return isInstitution && fields.has(before.folded) && fields.has(after.folded);
}

/** Number of words of a known name with "and" in lower case; 0 if there is none. */
export function lowerCaseJointName(words: readonly QueryWord[], index: number): number {
  const [before, and, after] = words.slice(index, index + 3);
  return before && after && and?.folded === 'and' && isKnownPair(before, after) ? 3 : 0;
}

function isKnownPair(before: QueryWord, after: QueryWord): boolean {
  return knownNames().has(`${before.folded} and ${after.folded}`);
}

function isKnown({ text }: QueryWord): boolean {
  return otherSpellings(analyze(text).terms) !== undefined;
}

/** The terms of a name with "and", written with "&" or without, and the reverse. */
export function jointSpellings(words: readonly QueryWord[]): string[][] {
  const link = words.findIndex(({ text, folded }) => text === '&' || folded === 'and');
  if (link <= 0) return [];
  const spelled = (and: string[]) =>
    analyze(
      [
        ...words.slice(0, link).map(({ text }) => text),
        ...and,
        ...words.slice(link + 1).map(({ text }) => text),
      ].join(' '),
    ).terms;
  return words[link]?.text === '&' ? [spelled(['and'])] : [spelled([])];
}
