import type { RankingTerms } from '../index/ranking-terms.ts';
import type { TermStatistics } from '../ranking/ranking.ts';
import { sum } from '../ranking/relevance.ts';
import { evidenceOf, type UnitPhrases, unitPhrases } from './evidence.ts';
import type { QueryClause } from './parse-prompt.ts';
import { PromptTerms, type TermPlaces } from './prompt-terms.ts';
import type { QueryUnit } from './query-units.ts';
import { specificityOf, termWeight } from './term-weight.ts';

/** Minimum share of a clause's weight that a news item must cover. */
const minCoverage = 0.62;
/** `minCoverage` for a clause without specific terms, which many items match by chance. */
const minOrdinaryCoverage = 0.72;
/** Minimum evidence of at least one specific unit: it is in the title or near the beginning. */
const minAnchorEvidence = 0.75;
/** Minimum evidence for a unit to count as a subject of the item, and as mentioned in it. */
const minSubjectEvidence = 0.5;
const minMentionEvidence = 0.25;
/** Minimum evidence of a unit by its kind. A quoted phrase may occur anywhere. */
const minEvidence = { word: 0, name: 0.6, quoted: 0.1 } as const;

interface UnitMatch {
  weight: number;
  /** From 0 to 1, see `evidenceOf`. */
  evidence: number;
  isSpecific: boolean;
  /** Whether the evidence is enough for the kind of the unit. */
  isPresent: boolean;
}

interface AlternativeMatch extends UnitMatch {
  /** Evidence of the best specific unit. */
  anchor: number;
}

/** The values of a unit that do not depend on the news item. */
interface WeightedUnit extends Pick<UnitMatch, 'weight' | 'isSpecific'> {
  phrases: UnitPhrases;
}

/**
 * Returns a function that decides whether a news item is relevant to a prompt. Each item is judged by
 * itself, so possibly none matches; other items affect the result only through the term frequencies.
 */
export function promptMatcher(
  clauses: readonly QueryClause[],
  statistics: TermStatistics,
): (text: RankingTerms) => boolean {
  const units = clauses.flat().flatMap(({ alternatives }) => alternatives.flat());
  const terms = new PromptTerms(
    units.flatMap(({ phrase, spellings, related }) => [phrase, ...spellings, ...related]),
  );
  /** By their JSON, because a prompt may repeat a unit. */
  const weighted = new Map<string, WeightedUnit>();
  const weightedUnit = (unit: QueryUnit): WeightedUnit => {
    const key = JSON.stringify(unit);
    const known = weighted.get(key) ?? {
      phrases: unitPhrases(unit, terms),
      weight: unitWeight(unit, statistics),
      isSpecific:
        unit.kind !== 'word' || unit.phrase.some((term) => specificityOf(term) === 'specific'),
    };
    weighted.set(key, known);
    return known;
  };
  const weightedClauses = clauses.map((clause) =>
    clause.map(({ alternatives }) => alternatives.map((each) => each.map(weightedUnit))),
  );
  return (text) => {
    const places = terms.placesIn(text);
    const matches = new Map(
      [...weighted.values()].map((unit) => [unit, matchUnit(unit, places)] as const),
    );
    return weightedClauses.some((clause) =>
      isMet(clause.map((requirement) => matchRequirement(requirement, matches))),
    );
  };
}

function isMet(matches: readonly AlternativeMatch[]): boolean {
  if (matches.some(({ isPresent }) => !isPresent)) return false;
  const total = sum(matches.map(({ weight }) => weight));
  const coverage = sum(matches.map(({ weight, evidence }) => weight * evidence)) / total;
  const specific = matches.filter(({ isSpecific }) => isSpecific);
  if (specific.length === 0) return coverage >= minOrdinaryCoverage;
  const subjects = specific.filter(({ evidence }) => evidence >= minSubjectEvidence);
  const missing = matches.filter(({ evidence }) => evidence < minMentionEvidence);
  return (
    coverage >= minCoverage &&
    missing.length <= Math.floor(matches.length / 3) &&
    specific.some(({ anchor }) => anchor >= minAnchorEvidence) &&
    subjects.length >= Math.min(2, specific.length)
  );
}

/** The match of the best alternative, with the average weight of all alternatives. */
function matchRequirement(
  alternatives: readonly WeightedUnit[][],
  unitMatches: ReadonlyMap<WeightedUnit, UnitMatch>,
): AlternativeMatch {
  const matches = alternatives.map((units) =>
    matchAlternative(units.flatMap((unit) => unitMatches.get(unit) ?? [])),
  );
  const [best] = matches
    .filter(({ isPresent }) => isPresent)
    .sort((a, b) => b.evidence - a.evidence);
  return {
    weight: sum(matches.map(({ weight }) => weight)) / matches.length,
    evidence: best?.evidence ?? 0,
    isSpecific: best?.evidence ? best.isSpecific : matches.some(({ isSpecific }) => isSpecific),
    isPresent: best !== undefined,
    anchor: best?.anchor ?? 0,
  };
}

function matchAlternative(units: readonly UnitMatch[]): AlternativeMatch {
  const specific = units.filter(({ isSpecific }) => isSpecific);
  const isComplete =
    units.length === 1 || specific.every(({ evidence }) => evidence >= minSubjectEvidence);
  const weight = sum(units.map((unit) => unit.weight));
  const covered = sum(units.map((unit) => unit.weight * unit.evidence));
  return {
    weight,
    evidence: isComplete ? covered / weight : 0,
    isSpecific: specific.length > 0,
    isPresent: units.every(({ isPresent }) => isPresent),
    anchor: Math.max(0, ...specific.map(({ evidence }) => evidence)),
  };
}

function matchUnit({ phrases, weight, isSpecific }: WeightedUnit, places: TermPlaces): UnitMatch {
  const evidence = evidenceOf(phrases, places);
  return { weight, evidence, isSpecific, isPresent: evidence >= minEvidence[phrases.kind] };
}

/** The weight of the rarest term. An unknown term gets the highest frequency of a related one. */
function unitWeight({ phrase, related }: QueryUnit, { size, frequencies }: TermStatistics): number {
  const relatedTerms = related.filter((terms) => terms.length === 1).flat();
  const fallback = Math.max(0, ...relatedTerms.map((term) => frequencies.get(term) ?? 0));
  return Math.max(
    ...phrase.map((term) => termWeight(term, frequencies.get(term) ?? fallback, size)),
  );
}
