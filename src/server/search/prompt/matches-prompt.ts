import type { RankingTerms } from '../index/ranking-terms.ts';
import { evidenceOf } from '../ranking/evidence.ts';
import type { TermStatistics } from '../ranking/ranking.ts';
import { sum } from '../ranking/relevance.ts';
import type { QueryClause, Requirement } from './parse-prompt.ts';
import type { QueryUnit } from './query-units.ts';
import { specificityOf, termWeight } from './term-weight.ts';

/** Share of a clause's weight that a news item has to cover. */
const minCoverage = 0.62;
/** The same for a clause without specific terms, which many items match by chance. */
const minOrdinaryCoverage = 0.72;
/** Evidence of one specific unit that every match needs: in the title or near the beginning. */
const minAnchorEvidence = 0.75;
/** Evidence from which a unit counts as a subject of the item, and as mentioned at all. */
const minSubjectEvidence = 0.5;
const minMentionEvidence = 0.25;
/** Evidence that a unit of each kind needs. A quoted phrase may stand anywhere. */
const minEvidence = { word: 0, name: 0.6, quoted: 0.1 } as const;

interface UnitMatch {
  weight: number;
  /** From 0 to 1, as `evidenceOf` gives it. */
  evidence: number;
  isSpecific: boolean;
  /** Whether the evidence is enough for the kind of the unit. */
  isPresent: boolean;
}

interface AlternativeMatch extends UnitMatch {
  /** Evidence of the best specific unit. */
  anchor: number;
}

/**
 * Whether a news item is about what a prompt asks for. Items are never compared with each other, so
 * a search may find none; of the collection, only term frequencies have a small influence.
 */
export function matchesPrompt(
  text: RankingTerms,
  clauses: readonly QueryClause[],
  statistics: TermStatistics,
): boolean {
  return clauses.some((clause) =>
    isMet(clause.map((requirement) => matchRequirement(requirement, text, statistics))),
  );
}

function isMet(matches: readonly AlternativeMatch[]): boolean {
  if (matches.length === 0 || matches.some(({ isPresent }) => !isPresent)) return false;
  const total = sum(matches.map(({ weight }) => weight));
  const coverage = sum(matches.map(({ weight, evidence }) => weight * evidence)) / total;
  const specific = matches.filter(({ isSpecific }) => isSpecific);
  if (specific.length === 0) return coverage >= minOrdinaryCoverage;
  const subjects = specific.filter(({ evidence }) => evidence >= minSubjectEvidence);
  const missing = matches.filter(({ evidence }) => evidence < minMentionEvidence);
  return (
    coverage >= minCoverage &&
    missing.length <= maxMissing(matches.length) &&
    specific.some(({ anchor }) => anchor >= minAnchorEvidence) &&
    subjects.length >= Math.min(2, specific.length)
  );
}

/** Requirements that may be missing: a third of a long prompt, none of a short one. */
function maxMissing(requirements: number): number {
  return requirements <= 2 ? 0 : Math.floor(requirements / 3);
}

/** The match of the best alternative. */
function matchRequirement(
  { alternatives }: Requirement,
  text: RankingTerms,
  statistics: TermStatistics,
): AlternativeMatch {
  const matches = alternatives.map((units) =>
    matchAlternative(units.map((unit) => matchUnit(unit, text, statistics))),
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
    evidence: weight > 0 && isComplete ? covered / weight : 0,
    isSpecific: specific.length > 0,
    isPresent: units.every(({ isPresent }) => isPresent),
    anchor: Math.max(0, ...specific.map(({ evidence }) => evidence)),
  };
}

function matchUnit(unit: QueryUnit, text: RankingTerms, statistics: TermStatistics): UnitMatch {
  const evidence = evidenceOf(unit, text);
  return {
    weight: unitWeight(unit, statistics),
    evidence,
    isSpecific:
      unit.kind !== 'word' || unit.phrase.some((term) => specificityOf(term) === 'specific'),
    isPresent: evidence >= minEvidence[unit.kind],
  };
}

/** The weight of the rarest term. A term that never occurs is as frequent as the related ones. */
function unitWeight({ phrase, related }: QueryUnit, { size, frequencies }: TermStatistics): number {
  const relatedTerms = related.filter((other) => other.length === 1).flat();
  const fallback = Math.max(0, ...relatedTerms.map((term) => frequencies.get(term) ?? 0));
  return Math.max(
    ...phrase.map((term) => termWeight(term, frequencies.get(term) ?? fallback, size)),
  );
}
