import type { Slot } from './coordination.ts';
import type { QueryUnit } from './query-unit.ts';

const period =
  /^(?:(?:first|second|third|fourth|1st|2nd|3rd|4th)[- ](?:quarter|qtr|half)|q[1-4])$/i;
/** Subjects of the lexicon that are reported for periods. */
const results = new Set(['profit', 'loss']);
/** Maximum number of terms between a period and its result: "a loss of 4 mln dlrs for the third quarter". */
const window = 9;
/** The share of the evidence of the period: tables of results have it in the title only. */
const subjectShare = 0.8;

/** Joins a period with the result after it, which must be in one sentence: "third quarter loss". */
export function withPeriodResults(slots: readonly Slot[]): Slot[] {
  return slots.map((slot) => ({ ...slot, alternatives: slot.alternatives.map(joinedInGroup) }));
}

function joinedInGroup(units: readonly QueryUnit[]): QueryUnit[] {
  return units.flatMap((unit, at) => {
    const [previous, next] = [units[at - 1], units[at + 1]];
    if (previous && isPeriodResult(previous, unit)) return [];
    return next && isPeriodResult(unit, next) ? [periodResult(unit, next)] : [unit];
  });
}

function isPeriodResult({ kind, label }: QueryUnit, result: QueryUnit): boolean {
  return kind === 'word' && period.test(label) && isResult(result);
}

function isResult({ kind, subject }: QueryUnit): boolean {
  return kind === 'word' && results.has(subject?.label ?? '');
}

function periodResult(period: QueryUnit, result: QueryUnit): QueryUnit {
  const { label, phrase, spellings, related } = result;
  return {
    ...result,
    label: `${period.label} ${label}`,
    kind: 'event',
    event: {
      actions: [phrase, ...spellings],
      newsActions: related,
      subjects: [period.phrase, ...period.spellings],
      newsSubjects: period.related,
      subjectShare,
      window,
    },
  };
}
