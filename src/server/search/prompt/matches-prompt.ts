import type { RankingTerms } from '../index/ranking-terms.ts';
import { evidenceOf } from '../ranking/evidence.ts';
import type { TermStatistics } from '../ranking/ranking.ts';
import { sum } from '../ranking/relevance.ts';
import type { QueryClause, Requirement } from './parse-prompt.ts';
import type { QueryUnit } from './query-units.ts';
import { specificityOf, termWeight } from './term-weight.ts';

/** How much of a clause's weight a story has to cover. */
const bound = 0.62;
/** The same for a clause of ordinary words alone, which many stories have by chance. */
const ordinaryBound = 0.72;
/** A name, and what is most specific of a clause, has to stand in the title or near the beginning. */
const nameBound = 0.6;
const anchorBound = 0.75;
/** What counts as said, and what as said at all, if only in the background. */
const saidBound = 0.5;
const mentionBound = 0.25;

/** What each kind of unit needs to count as there; a quotation may stand anywhere. */
const leastOf = { word: 0, name: nameBound, quoted: 0.1 } as const;

/** What a story has of one demand. */
interface Finding {
  weight: number;
  evidence: number;
  specific: boolean;
  /** The evidence of what is most specific in it. */
  anchor: number;
  /** Whether the demand is for a name that the story does not have. */
  nameless: boolean;
}

/**
 * Whether a story is what a prompt asks for. It is never compared with other stories, so that a
 * search may find nothing at all; of the collection, only how rare the words are counts a little.
 */
export function matchesPrompt(
  text: RankingTerms,
  clauses: readonly QueryClause[],
  statistics: TermStatistics,
): boolean {
  return clauses.some((clause) => meets(clause.map((demand) => find(demand, text, statistics))));
}

function meets(findings: readonly Finding[]): boolean {
  if (findings.length === 0 || findings.some(({ nameless }) => nameless)) return false;
  const total = sum(findings.map(({ weight }) => weight));
  const covered = sum(findings.map(({ weight, evidence }) => weight * evidence)) / total;
  const specific = findings.filter((finding) => finding.specific);
  if (specific.length === 0) return covered >= ordinaryBound;
  const said = specific.filter(({ evidence }) => evidence >= saidBound);
  const unsaid = findings.filter(({ evidence }) => evidence < mentionBound).length;
  return (
    covered >= bound &&
    unsaid <= mostUnsaid(findings.length) &&
    specific.some(({ anchor }) => anchor >= anchorBound) &&
    said.length >= Math.min(2, specific.length)
  );
}

/** A prompt of one or two demands is taken at its word; of a long sentence a third may be missing. */
function mostUnsaid(demands: number): number {
  return demands <= 2 ? 0 : Math.floor(demands / 3);
}

/** What a story has of the alternative that it has most of. */
function find(
  { alternatives }: Requirement,
  text: RankingTerms,
  statistics: TermStatistics,
): Finding {
  const found = alternatives.map((parts) => {
    const weights = parts.map((part) => partWeight(part, statistics));
    const evidences = parts.map((part) => evidenceOf(part, text));
    const weight = sum(weights);
    const reached = sum(weights.map((each, at) => each * (evidences[at] ?? 0)));
    const named = parts.every(({ kind }, at) => (evidences[at] ?? 0) >= leastOf[kind]);
    const whole = parts.every(
      (part, at) => parts.length === 1 || !isSpecific(part) || (evidences[at] ?? 0) >= saidBound,
    );
    const anchor = Math.max(
      0,
      ...parts.map((part, at) => (isSpecific(part) ? (evidences[at] ?? 0) : 0)),
    );
    return {
      weight,
      evidence: weight > 0 && whole ? reached / weight : 0,
      named,
      anchor,
      specific: parts.some(isSpecific),
    };
  });
  const eligible = found.filter(({ named }) => named).sort((a, b) => b.evidence - a.evidence);
  const [best] = eligible;
  const said = best !== undefined && best.evidence > 0;
  return {
    weight: sum(found.map(({ weight }) => weight)) / found.length,
    evidence: best?.evidence ?? 0,
    specific: said ? best.specific : found.some(({ specific }) => specific),
    anchor: best?.anchor ?? 0,
    nameless: best === undefined,
  };
}

function isSpecific({ phrase, kind }: QueryUnit): boolean {
  return kind !== 'word' || phrase.some((term) => specificityOf(term) === 'specific');
}

/** A phrase is as rare as the rarest of its words; what is never said so, as what comes near it. */
function partWeight({ phrase, related }: QueryUnit, { size, frequencies }: TermStatistics): number {
  const single = related.filter((other) => other.length === 1).flat();
  const nearest = Math.max(0, ...single.map((term) => frequencies.get(term) ?? 0));
  return Math.max(
    ...phrase.map((term) => termWeight(term, frequencies.get(term) ?? nearest, size)),
  );
}
