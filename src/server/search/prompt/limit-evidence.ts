import { type AmountChange, changesIn } from './amount-changes.ts';
import type { AmountLimit } from './amount-limits.ts';
import { isOfOtherMeasure, isOwned, isQuantity } from './amount-measures.ts';
import { type Amount, amountsIn, ratiosIn } from './amounts.ts';
import { isCounted } from './counted-nouns.ts';
import { type Direction, directionOf } from './direction.ts';
import { isSamePrice, priceUnitAfter } from './unit-prices.ts';

/** Number of characters before and after an amount that may name its subject. */
const before = 80;
const after = 45;
/** The same for a number and its noun: "1,000 workers at one of its plants on temporary layoff". */
const afterCount = 80;
/** Number of characters at the beginning of a text whose amounts are compared. */
const readLength = 4000;
/** A level is compared only with amounts of the same magnitude. */
const levelFactor = 4;
/** An amount of an earlier period: "profit 20 mln vs loss 30 mln". */
const comparedWith =
  /(?<![a-z])(?:vs|versus|against|compared (?:with|to)|gegenüber|contre|frente a)(?![a-z])[^.]{0,30}$/i;
/** After the total of something, which is no news: "16 mln shares outstanding". */
const outstanding =
  /^(?:(?! for )[^.,;]){0,60}?(?<![a-z])(?:outstanding|in issue)(?! (?:shares?|stock|common))(?![a-z])/i;
/** A movement, not a level. */
const change =
  /(?:^|\s)(?:by|up|down|off|rose|fell|gained|lost|added|shed|dropped|raised|cut)\s*$/i;

/** Number of characters at the beginning of a text whose amounts are what it reports. */
const leadLength = 400;
/** Factor for amounts that a text mentions only later. */
const laterFactor = 0.75;

/**
 * How well a text has an amount within a limit, near one of the subjects: from 0 to 1.
 *
 * @param direction of what the prompt asks for (default: that of the limit)
 * @param hasSubject whether a text has a subject of the amount
 */
export function limitEvidence(
  rawText: string,
  limit: AmountLimit,
  hasSubject: (text: string) => boolean,
  direction: Direction | undefined = limit.direction,
): number {
  const text = rawText.slice(0, readLength);
  const all = limit.unit === 'ratio' ? ratiosIn(text) : amountsIn(text);
  const starts = [amountWithin(text, all, limit, hasSubject, direction)];
  if (!limit.isLevel && (limit.unit === 'percent' || limit.unit === 'point')) {
    starts.push(changeWithin(text, all, limit, hasSubject, direction));
  }
  const start = Math.min(...starts);
  if (start === Number.POSITIVE_INFINITY) return 0;
  return start < leadLength ? 1 : laterFactor;
}

type HasSubject = (text: string) => boolean;

/** Where an amount within a limit is, near a subject; `Infinity` if there is none. */
function amountWithin(
  text: string,
  all: readonly Amount[],
  limit: AmountLimit,
  hasSubject: HasSubject,
  direction: Direction | undefined,
): number {
  const amounts = all.filter(
    (amount) => isComparable(amount, limit) && isPriceOf(text, amount, limit),
  );
  const found = amounts.find((amount, index) => {
    if (!isBetween(amount, limit)) return false;
    const from = Math.max(amounts[index - 1]?.end ?? 0, amount.start - before);
    const reach = amount.end + (limit.noun.length > 0 ? afterCount : after);
    const to = Math.min(amounts[index + 1]?.start ?? text.length, reach);
    const preceding = text.slice(from, amount.start);
    const end = amount.end + priceUnitAfter(text.slice(amount.end, to)).length;
    const following = text.slice(end, to);
    // "Five million of its 80 million shares".
    const isPart = /\sof (?:its|their|the)[^,.]*$/i.test(following);
    const counted = isPart ? text.slice(amount.end, amount.end + after) : following;
    return (
      isReported(amount, limit, preceding) &&
      !outstanding.test(following) &&
      !isOpposite(preceding, direction) &&
      (limit.noun.length > 0
        ? isCounted(limit.noun, preceding, counted.slice(0, after)) && !isOwned(preceding)
        : !isOfOtherMeasure(afterSentence(preceding), following, hasSubject)) &&
      hasSubject(
        `${afterSentence(preceding)} ${limit.noun.length > 0 ? counted : firstWords(following)}`,
      )
    );
  });
  return found?.start ?? Number.POSITIVE_INFINITY;
}

/** Whether an amount is of now, and a level or a change as the limit is. */
function isReported({ unit }: Amount, limit: AmountLimit, preceding: string): boolean {
  if (comparedWith.test(preceding)) return false;
  if (limit.isLevel && change.test(preceding)) return false;
  return limit.unit !== 'point' || unit !== 'percent' || /\sby\s+$/i.test(preceding);
}

/** Where a change within a limit of percent is, near a subject; `Infinity` if there is none. */
function changeWithin(
  text: string,
  all: readonly Amount[],
  limit: AmountLimit,
  hasSubject: HasSubject,
  direction: Direction | undefined,
): number {
  if (direction === undefined) return Number.POSITIVE_INFINITY;
  const changes = changesIn(text, all);
  const found = changes.find((each, index) => {
    const value = changeValue(each, limit.unit) * (direction === 'up' ? 1 : -1);
    if (!(value > 0) || !isBetween({ value }, limit)) return false;
    const from = Math.max(changes[index - 1]?.end ?? 0, each.start - before);
    const preceding = afterSentence(text.slice(from, each.start));
    return hasSubject(preceding);
  });
  return found?.start ?? Number.POSITIVE_INFINITY;
}

function changeValue({ percent, difference, unit }: AmountChange, limitUnit: string | undefined) {
  if (limitUnit === 'percent') return unit === 'percent' ? Number.NaN : percent;
  return unit === 'percent' ? difference : Number.NaN;
}

/** Whether the words before an amount name the other direction: "fell 30 pct". */
function isOpposite(preceding: string, direction: Direction | undefined): boolean {
  const named = directionOf(preceding);
  return direction !== undefined && named !== undefined && named !== direction;
}

function isComparable(amount: Amount, { unit, min = 0, noun }: AmountLimit): boolean {
  if (unit === undefined) {
    return !isShare(amount) && (noun.length === 0 || amount.unit === undefined);
  }
  if (amount.unit === unit) return true;
  if (unit === 'point') return amount.unit === 'percent';
  // Tables of results have no unit: "Net loss 52,345,000".
  const isTable = amount.unit === undefined && (amount.hasScale || amount.value >= 100_000);
  return unit !== 'percent' && unit !== 'ratio' && min >= 100_000 && isTable;
}

/** Whether an amount of money is a price of the same unit as the limit, or a total as it is. */
function isPriceOf(text: string, amount: Amount, { unit, per, min, max = 0 }: AmountLimit) {
  const isMoney = unit !== undefined && !['percent', 'point', 'ratio'].includes(unit);
  if (!isMoney) return true;
  const following = text.slice(amount.end, amount.end + after);
  if (amount.unit === undefined && isQuantity(following)) return false;
  const { label } = priceUnitAfter(following);
  return isSamePrice({ ...amount, per: label }, { value: min ?? max, per });
}

function isShare({ unit }: Amount): boolean {
  return unit === 'percent' || unit === 'point';
}

function isBetween({ value }: Pick<Amount, 'value'>, limit: AmountLimit): boolean {
  const { min, max, isInclusive, isLevel } = limit;
  if (min !== undefined && (value < min || (value === min && !isInclusive))) return false;
  if (max !== undefined && (value > max || (value === max && !isInclusive))) return false;
  if (!isLevel) return true;
  const level = max ?? min ?? value;
  return value * levelFactor >= level && value <= level * levelFactor;
}

/** The part after the last end of a sentence. */
function afterSentence(text: string): string {
  const sentences = text.split(/(?<=[a-z)]\.)\s+(?=[A-Z])/);
  return sentences.at(-1) ?? '';
}

const nextThree = /^(?:[\s-]+[\p{L}'’]+){0,3}/u;
const nextEight = /^(?:[\s-]+[\p{L}'’]+){0,8}/u;
/** "A 35 pct increase in the quarterly cash dividend". */
const changeOf =
  /^[\s-]+(?:increase|rise|hike|boost|jump|cut|reduction|drop|decrease|decline|fall) (?:in|of|to)\s/i;
/** Words after which another amount follows: "a profit of 300 mln after a loss of 20 mln". */
const otherAmount = /[\s-](?:after|vs|versus|from|against|compared|while|and|but)\s.*$/is;

/** The words directly after an amount: "a 50 mln dlr loss". */
function firstWords(text: string): string {
  const [words = ''] = (changeOf.test(text) ? nextEight : nextThree).exec(text) ?? [];
  return words.replace(otherAmount, '');
}
