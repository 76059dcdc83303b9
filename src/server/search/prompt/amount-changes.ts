import type { Amount } from './amounts.ts';

/** The change from one amount to another: "15 cts vs 12.5 cts", "to 15 cents from 12.5". */
export interface AmountChange {
  /** Relative to the old amount, in percent; negative for a fall. */
  percent: number;
  /** The new amount less the old one. */
  difference: number;
  /** The unit of both amounts. */
  unit: string | undefined;
  /** Where the amounts are in the text. */
  start: number;
  end: number;
}

/** Maximum number of characters between the amounts. */
const maxDistance = 50;
const per = '(?:\\s*(?:an?|per)\\s+(?:share|year|quarter|barrel|tonne|ton|day|month|week|pound))?';
const padding =
  '(?:\\s+(?:the|an?|its|their|previous|prior|earlier|former|old|present|current|some|about|last|year-earlier|year-ago|rate|level|dividend|of)){0,4}\\s*$';
/** Between a new amount and the old one. */
const before = new RegExp(
  `^${per}\\s*,?\\s*(?:up |down |compared |increased |reduced |raised |cut )?(?:vs\\.?|versus|against|with|from|instead of|in place of)${padding}`,
  'i',
);
/** Between an old amount and the new one, after "from". */
const after = new RegExp(`^${per}\\s*,?\\s*to${padding}`, 'i');

/** The changes in a text. @param amounts the amounts of the text, in reading order */
export function changesIn(text: string, amounts: readonly Amount[]): AmountChange[] {
  return amounts.slice(1).flatMap((second, index) => {
    const first = amounts[index];
    if (!first || second.start - first.end > maxDistance) return [];
    const between = text.slice(first.end, second.start);
    const follows = /(?:^|\s)from\s+$/i.test(text.slice(Math.max(first.start - 6, 0), first.start));
    if (follows && after.test(between)) return changeBetween(first, second);
    return before.test(between) ? changeBetween(second, first) : [];
  });
}

function changeBetween(old: Amount, current: Amount): AmountChange[] {
  const unit = old.unit ?? current.unit;
  const isSameUnit = (old.unit ?? unit) === (current.unit ?? unit);
  const [oldValue, value] = [inUnit(old, current), inUnit(current, old)];
  if (!isSameUnit || oldValue <= 0) return [];
  const difference = value - oldValue;
  return [
    {
      percent: (100 * difference) / oldValue,
      difference,
      unit,
      start: Math.min(old.start, current.start),
      end: Math.max(old.end, current.end),
    },
  ];
}

/** The value, as if the unit and scale of the other amount followed it: "to 15 from 12.5 cents". */
function inUnit(amount: Amount, other: Amount): number {
  const isBare = amount.unit === undefined && !amount.hasScale && other.unit !== undefined;
  return isBare ? amount.value * other.factor : amount.value;
}
