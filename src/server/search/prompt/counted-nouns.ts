import { once } from '../../../contract/once.ts';
import { analyze } from '../text/analyzer.ts';
import { longestEntryAt } from '../text/thesaurus.ts';

/** Nouns that count the same. */
const countedNouns = once(() =>
  [
    'workers jobs employees staff people posts positions men workforce',
    'Mitarbeiter Mitarbeitern Beschäftigte Beschäftigten Stellen Arbeitsplätze Jobs',
    'trabajadores empleados empleos puestos personas',
    'salariés employés emplois postes personnes',
    'dipendenti lavoratori posti persone',
    'trabalhadores funcionários empregos postos pessoas',
    'werknemers medewerkers banen mensen',
    'barrels bpd',
    'tonnes tons mt',
    'dead deaths killed died casualties victims lives bodies fatalities',
    'aircraft planes jets airliners',
    'homes houses',
  ].map((nouns) => analyze(nouns).terms),
);

const about = '(?:\\s+(?:about|around|some|nearly|almost|over|more than|up to|at least|another))?';
/** Verbs before a number that say what it counts: "killing 12", "to lay off 850". */
const countingVerbs: readonly (readonly [string, RegExp])[] = [
  [
    'dead',
    new RegExp(
      `(?<!\\p{L})(?:kill(?:s|ed|ing)?|dead at|claim(?:s|ed|ing)|(?:death toll|deaths|toll)(?:\\s+\\p{L}+){0,5}?\\s+(?:to|at|of|is|was|hits|reaches|reached|tops|passes|exceeds|above|now))${about}\\s*$`,
      'iu',
    ),
  ],
  [
    'worker',
    new RegExp(
      `(?<!\\p{L})(?:(?:lay|lays|laid|laying) off|dismiss(?:es|ed|ing)?|idl(?:es?|ed|ing)|furlough(?:s|ed|ing)?|(?:layoffs|job losses|job cuts|redundancies)(?:\\s+\\p{L}+){0,2}?\\s+(?:of|at|to|reach|total))${about}\\s*$`,
      'iu',
    ),
  ],
];
/** After a number that no noun follows. */
const noNoun =
  /^\s*(?:$|[.,;:)-]|(?:at|in|on|of|from|by|after|as|and|when|for|near|off|because|so far|temporarily|indefinitely|permanently|worldwide|last|this)(?!\p{L}))/iu;

/** Whether a number counts a noun, by the words before and after it. */
export function isCounted(noun: readonly string[], preceding: string, following: string): boolean {
  const terms = analyze(following).terms.slice(0, 7);
  const synonyms = longestEntryAt(noun, 0)?.others ?? [];
  const counted = countedNouns().find((nouns) => noun.some((term) => nouns.includes(term))) ?? [];
  const nouns = [...noun, ...counted, ...synonyms.filter(({ length }) => length === 1).flat()];
  if (nouns.some((term) => terms.includes(term))) return true;
  return countingVerbs.some(
    ([verbNoun, pattern]) =>
      (verbNoun === 'dead' || noNoun.test(following)) &&
      pattern.test(preceding) &&
      analyze(verbNoun).terms.some((term) => nouns.includes(term)),
  );
}
