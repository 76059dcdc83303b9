import { sum } from '../ranking/relevance.ts';
import { maxMissing } from './optional-words.ts';
import type { QueryUnit } from './query-unit.ts';

/** Minimum share of a clause's weight that a news item must cover. */
const minCoverage = 0.62;
/** `minCoverage` for a clause without specific terms, which many items match by chance. */
const minOrdinaryCoverage = 0.72;
/** Minimum evidence of at least one specific unit: it is in the title or near the beginning. */
const minAnchorEvidence = 0.75;
/** Minimum evidence for a unit to count as a subject of the item, and as mentioned in it. */
const minSubjectEvidence = 0.5;
const minMentionEvidence = 0.25;
/** Minimum evidence of at least one unit that is no place. */
const minTopicEvidence = 0.75;
/** Minimum evidence of a unit by its kind. A quoted phrase may occur anywhere. */
const minEvidence = { word: 0, name: 0.6, region: 0.6, event: 0.6, quoted: 0.1 } as const;

/** The share of the strength that depends on words that only describe the subject. */
const supportShare = 0.2;

/** How an item matches a unit. */
export interface UnitMatch {
  weight: number;
  /** From 0 to 1, see `evidenceOf`. */
  evidence: number;
  isSpecific: boolean;
  /** Whether the evidence is enough for the kind of the unit. */
  isPresent: boolean;
  /** Whether the unit only describes the subject, see `QueryUnit.support`. */
  isSupporting?: boolean;
  /** Whether the unit may be missing, see `optionalRequirements`. */
  isOptional?: boolean;
  /** Whether the unit is a country or another place. */
  isPlace?: boolean;
}

export interface AlternativeMatch extends UnitMatch {
  /** Evidence of the best specific unit. */
  anchor: number;
}

/** Whether the evidence is enough for a unit. */
export function isPresent(
  kind: QueryUnit['kind'],
  support: QueryUnit['support'] | undefined,
  evidence: number,
): boolean {
  return support === 'signs' ? evidence > 0 : evidence >= minEvidence[kind];
}

/**
 * The share of a clause's weight that an item covers, from 0 to 1; `undefined` if it does not meet
 * the clause.
 */
export function clauseStrength(matches: readonly AlternativeMatch[]): number | undefined {
  const main = matches.filter(({ isSupporting }) => !isSupporting);
  if (main.length === 0 || main.length === matches.length) return mainStrength(matches);
  const strength = mainStrength(main);
  const supporting = matches.filter(({ isSupporting }) => isSupporting);
  if (strength === undefined || supporting.some((match) => !match.isPresent)) return undefined;
  const support = sum(supporting.map(({ evidence }) => evidence)) / supporting.length;
  return strength * (1 - supportShare) + support * supportShare;
}

/** The same without the requirements that only describe the others. */
function mainStrength(matches: readonly AlternativeMatch[]): number | undefined {
  if (matches.length === 0 || matches.some((match) => !match.isPresent)) return undefined;
  const total = sum(matches.map(({ weight }) => weight));
  const coverage = sum(matches.map(({ weight, evidence }) => weight * evidence)) / total;
  const specific = matches.filter(({ isSpecific }) => isSpecific);
  const missing = matches.filter(({ evidence }) => evidence < minMentionEvidence);
  if (missing.some(({ isOptional }) => !isOptional)) return undefined;
  if (missing.length > maxMissing(matches.length)) return undefined;
  const isShort = matches.length === 2;
  if (isShort && matches.some(({ evidence }) => evidence < minSubjectEvidence)) return undefined;
  if (specific.length === 0) return coverage >= minOrdinaryCoverage ? coverage : undefined;
  const subjects = specific.filter(({ evidence }) => evidence >= minSubjectEvidence);
  const isMet =
    coverage >= minCoverage &&
    specific.some(({ anchor }) => anchor >= minAnchorEvidence) &&
    subjects.length >= Math.min(2, specific.length);
  return isMet && hasTopic(matches) ? coverage : undefined;
}

/** Whether the item is about what the clause asks for in a place, and not only about the place. */
function hasTopic(matches: readonly AlternativeMatch[]): boolean {
  const topics = matches.filter(({ isPlace }) => !isPlace);
  return (
    topics.length === 0 ||
    topics.some((match) => Math.max(match.anchor, match.evidence) >= minTopicEvidence)
  );
}

/** The match of the best alternative, with the average weight of all alternatives. */
export function matchRequirement(alternatives: readonly UnitMatch[][]): AlternativeMatch {
  const matches = alternatives.map(matchAlternative);
  const [best] = matches
    .filter(({ isPresent }) => isPresent)
    .sort((a, b) => b.evidence - a.evidence);
  return {
    weight: sum(matches.map(({ weight }) => weight)) / matches.length,
    evidence: best?.evidence ?? 0,
    isSpecific: best?.evidence ? best.isSpecific : matches.some(({ isSpecific }) => isSpecific),
    isPresent: best !== undefined,
    isSupporting: matches.every(({ isSupporting }) => isSupporting),
    isOptional: matches.every(({ isOptional }) => isOptional),
    isPlace: matches.every(({ isPlace }) => isPlace),
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
    isSupporting: units.every(({ isSupporting }) => isSupporting),
    isOptional: units.every(({ isOptional }) => isOptional),
    isPlace: units.every(({ isPlace }) => isPlace),
    anchor: Math.max(0, ...specific.map(({ evidence }) => evidence)),
  };
}
