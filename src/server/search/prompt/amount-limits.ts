import { analyze } from '../text/analyzer.ts';
import { longestEntryAt } from '../text/thesaurus.ts';
import {
  type Amount,
  amountPattern,
  amountsIn,
  ratioPattern,
  ratiosIn,
  toAmount,
  toRatio,
} from './amounts.ts';

/** What a prompt says about an amount: "more than 100 million dollars". */
export interface AmountLimit {
  /** As written. */
  label: string;
  min?: number;
  max?: number;
  /** Whether an amount equal to the limit counts: "at least", "at most". */
  isInclusive: boolean;
  /** `percent`, `ratio` or a currency; `undefined` for counts and for plain numbers. */
  unit: string | undefined;
  /** The word after a count, in terms: "more than 500 workers". */
  noun: string[];
  /** Whether it is the level of a price or rate, which moves: "falls below 140 yen". */
  isLevel: boolean;
}

export interface AmountLimits {
  limits: AmountLimit[];
  /** The text without the limits. */
  rest: string;
  /** Comparisons whose number cannot be read. */
  unread: string[];
}

/** Maximum number of limits of a prompt. */
const maxLimits = 8;
const overWords =
  'more than|over|above|exceeding|exceeds|exceed|greater than|higher than|larger than|bigger than|upwards of|tops|beyond|mehr als|(?:ü|ue)ber|oberhalb von|plus de|sup[ée]rieure?s? [àa]|au-dessus de|m[áa]s de|superior(?:es)? a|por encima de|mais de|acima de|pi[ùu] di|oltre|meer dan|boven|более|больше|выше|>';
const atLeastWords =
  'at least|no less than|not less than|a minimum of|minimum of|mindestens|wenigstens|au moins|al menos|por lo menos|pelo menos|almeno|minstens|не менее|>=|≥';
const underWords =
  'less than|below|under|lower than|fewer than|smaller than|cheaper than|weniger als|unter|unterhalb von|moins de|inf[ée]rieure?s? [àa]|en dessous de|menos de|inferior(?:es)? a|por debajo de|abaixo de|meno di|sotto|minder dan|onder|менее|меньше|ниже|<';
const atMostWords =
  'at most|no more than|not more than|up to|a maximum of|maximum of|h[öo]chstens|maximal|au plus|como m[áa]ximo|no m[áa]ximo|al massimo|hoogstens|не более|<=|≤';
const betweenWords = 'between|from|zwischen|entre|tra|tussen|между';
const movement =
  'fall|falls|fell|drop|drops|dips|slips|slides|slide|sinks|plunges|declines|trades?|trading|closes|rises?|rose|climbs?|jumps|surges|moves|goes|is|are|gets|breaks|f[äa]llt|steigt|sinkt|cae|sube|baja|passe|tombe|monte';
const linkWords =
  'worth|valued at|totalling|totaling|amounting to|of|by|at|for|priced at|to|rising|falling';

const number = (name: string) =>
  amountPattern.replace(/\(\?<(\w+)>/g, (_, group: string) => `(?<${name}_${group}>`);
/** "A barrel" after a price. */
const perUnit =
  '(?:\\s+(?:an?|per|the|je|pro|par|por|le|la|el|al)\\s+(?:barrel|tonne|ton|ounce|share|pound|kilo|kilogram|bushel|gallon|lit(?:er|re)|kg|fass|aktie|unze|baril|action|acci[oó]n|barril|year|month|day))?';
/** A word after an amount, which may be what is counted. */
const counted =
  '(?:(?:\\s+of\\s+(?:its|their|his|her|our)(?:\\s+own)?(?=\\s))?[\\s-]+(?!(?:in|on|at|of|by|from|for|and|or|to|a|per|the|but|this|that|when|as|with|is|are|u|und|et|y|oder|ou|o|von|de|en|der|die|das|dans)(?!\\p{L}))(?<counted>\\p{L}+))?';
const comparison = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<movement>${movement})\\s+)?(?:(?:${linkWords})\\s+)?(?:(?<over>${overWords})|(?<atLeast>${atLeastWords})|(?<under>${underWords})|(?<atMost>${atMostWords}))(?:\\s+(?:the|about|around|als|de))?\\s*(?<![\\p{L}\\p{N}.])${number('first')}(?![\\p{L}\\p{N}])${perUnit}${counted}`,
  'giu',
);
const range = new RegExp(
  `(?<![\\p{L}\\p{N}.,/-])(?:(?<between>${betweenWords})\\s+|(?:${linkWords})\\s+)?(?<![\\p{L}\\p{N}.,/-])${number('first')}\\s*(?:and|to|und|et|y|e|en|и|-)\\s*${number('second')}(?![\\p{L}\\p{N}])${counted}`,
  'giu',
);
const orMore = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:${linkWords})\\s+)?${number('first')}(?<noun>\\s+\\p{L}+)?\\s+(?:or|oder|ou|o)\\s+(?:(?<more>more|mehr|plus|m[áa]s|higher|above)|(?:less|fewer|weniger|moins|menos|lower|below))(?![\\p{L}\\p{N}])`,
  'giu',
);
const ratioOrMore = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<atLeast>(?:${atLeastWords})\\s+)?${ratioPattern}(?:\\s+or\\s+(?:(?<more>more|higher|better|above)|less|lower))?(?![\\p{L}\\p{N}])`,
  'giu',
);
const unreadable = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${overWords}|${atLeastWords}|${underWords}|${atMostWords})\\s*(?:[$€£¥]\\s*)?(?:[-\u2212]?[$€£¥]?\\d\\S*|infinity|nan)`,
  'giu',
);

/** Reads the limits of amounts in a prompt. */
export function readAmountLimits(prompt: string): AmountLimits {
  const limits: AmountLimit[] = [];
  let rest = prompt;
  for (const [pattern, read] of readers) {
    rest = rest.replace(pattern, (text, ...args) => {
      const groups = args.at(-1) as Groups;
      const limit =
        limits.length < maxLimits ? read(groups, label(text, groups.counted)) : undefined;
      if (!limit) return text;
      limits.push(withCounted(limit, groups.counted));
      const isCounted = limit.unit === undefined && groups.counted !== undefined;
      return isCounted ? ' ' : ` ${groups.counted ?? ''}`;
    });
  }
  const unread = [...rest.matchAll(unreadable)].map(([text]) => text.trim()).slice(0, maxLimits);
  for (const text of unread) rest = rest.replace(text, ' ');
  return { limits, rest, unread };
}

type Reader = (groups: Groups, label: string) => AmountLimit | undefined;

const readers: readonly (readonly [RegExp, Reader])[] = [
  [ratioOrMore, readRatio],
  [range, readRange],
  [comparison, readComparison],
  [orMore, readOrMore],
];

function readRange(groups: Groups, label: string): AmountLimit | undefined {
  const [first, second] = [amountOf(groups, 'first'), amountOf(groups, 'second')];
  if (!first || !second) return undefined;
  // "2-1" and "5 and 6 million" are no ranges by themselves.
  const isRange = / to |-/.test(label) && (second.hasScale || second.unit !== undefined);
  if (groups.between === undefined && !isRange) return undefined;
  // "between 1 and 2 billion": the scale and the unit of the second apply to both.
  const scale = groups.second_scale ?? groups.second_attached;
  const factor = !first.hasScale && second.hasScale ? scaleFactor(scale) : 1;
  const [min = 0, max = 0] = [first.value * factor, second.value].sort((a, b) => a - b);
  const unit = second.unit ?? first.unit;
  return { label, min, max, isInclusive: true, unit, noun: [], isLevel: false };
}

function readComparison(groups: Groups, label: string): AmountLimit | undefined {
  const amount = amountOf(groups, 'first');
  if (!amount) return undefined;
  const { value, unit } = amount;
  const isMin = groups.over !== undefined || groups.atLeast !== undefined;
  const isInclusive = groups.atLeast !== undefined || groups.atMost !== undefined;
  const bound = isMin ? { min: value } : { max: value };
  return { label, ...bound, isInclusive, unit, noun: [], isLevel: groups.movement !== undefined };
}

function readOrMore(groups: Groups, label: string): AmountLimit | undefined {
  const amount = amountOf(groups, 'first');
  if (!amount) return undefined;
  const { value, unit } = amount;
  const noun = groups.noun ? analyze(groups.noun).terms : [];
  const bound = groups.more ? { min: value } : { max: value };
  return { label, ...bound, isInclusive: true, unit, noun, isLevel: false };
}

/** "Three-for-one or more"; `undefined` for a ratio that is not compared. */
function readRatio({ several, each, atLeast, more }: Groups, label: string) {
  const value = toRatio(several ?? '', each ?? '');
  const isCompared = atLeast !== undefined || / or /i.test(label);
  if (value === undefined || !isCompared) return undefined;
  const bound = atLeast !== undefined || more !== undefined ? { min: value } : { max: value };
  return { label, ...bound, isInclusive: true, unit: 'ratio', noun: [], isLevel: false };
}

/** @param counted the word after the amount */
function withCounted(limit: AmountLimit, counted: string | undefined): AmountLimit {
  if (limit.unit !== undefined || counted === undefined) return limit;
  const noun = [...limit.noun, ...analyze(counted).terms];
  return { ...limit, noun, label: `${limit.label} ${counted}` };
}

type Groups = Partial<
  Record<
    | 'over'
    | 'between'
    | 'atLeast'
    | 'under'
    | 'atMost'
    | 'movement'
    | 'noun'
    | 'more'
    | 'counted'
    | 'several'
    | 'each'
    | 'second_scale'
    | 'second_attached',
    string
  >
>;

function amountOf(groups: Groups, name: string): ReturnType<typeof toAmount> {
  return toAmount(
    Object.fromEntries(
      Object.entries(groups)
        .filter(([key]) => key.startsWith(`${name}_`))
        .map(([key, value]) => [key.slice(name.length + 1), value]),
    ),
  );
}

function scaleFactor(scale: string | undefined): number {
  return (
    toAmount({ digits: '1', scale, attached: scale?.length === 1 ? scale : undefined })?.value ?? 1
  );
}

const beforeLimit = new RegExp(
  `^(?:(?:${movement})\\s+)?(?:(?!at (?:least|most))(?:${linkWords})\\s+)?`,
  'iu',
);

/** The comparison without the words around it. */
function label(text: string, counted = ''): string {
  const comparison = text.slice(0, text.length - counted.length);
  return comparison.trim().replace(beforeLimit, '').trim();
}

/** Number of characters before and after an amount that may name its subject. */
const before = 80;
const after = 45;
/** Number of characters at the beginning of a text whose amounts are compared. */
const readLength = 4000;
/** A level is compared only with amounts of the same magnitude. */
const levelFactor = 4;
/** An amount of an earlier period: "profit 20 mln vs loss 30 mln". */
const comparedWith =
  /(?<![a-z])(?:vs|versus|against|compared (?:with|to)|gegenüber|contre|frente a)(?![a-z])[^.]{0,30}$/i;
/** All of something, not what is reported of it: "16 mln shares outstanding". */
const outstanding =
  /^[^.,;]{0,60}?(?<![a-z])(?:outstanding|in issue)(?! (?:shares?|stock|common))(?![a-z])/i;
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
 * @param hasSubject whether the terms have a subject of the amount
 */
export function limitEvidence(
  rawText: string,
  limit: AmountLimit,
  hasSubject: (terms: readonly string[]) => boolean,
): number {
  const text = rawText.slice(0, readLength);
  const all = limit.unit === 'ratio' ? ratiosIn(text) : amountsIn(text);
  const amounts = all.filter((amount) => isComparable(amount, limit));
  const found = amounts.find((amount, index) => {
    if (!isBetween(amount, limit)) return false;
    const from = Math.max(amounts[index - 1]?.end ?? 0, amount.start - before);
    const to = Math.min(amounts[index + 1]?.start ?? text.length, amount.end + after);
    const preceding = text.slice(from, amount.start);
    const following = text.slice(amount.end, to);
    if (comparedWith.test(preceding) || (limit.isLevel && change.test(preceding))) return false;
    if (outstanding.test(following)) return false;
    // "Five million of its 80 million shares".
    const counted = text.slice(amount.end, amount.end + after);
    if (limit.noun.length > 0 && !startsWithNoun(counted, limit.noun)) return false;
    return hasSubject(analyze(`${afterSentence(preceding)} ${firstWords(following)}`).terms);
  });
  if (!found) return 0;
  return found.start < leadLength ? 1 : laterFactor;
}

function isComparable(amount: Amount, { unit, min = 0, noun }: AmountLimit): boolean {
  if (unit === undefined) {
    return amount.unit !== 'percent' && (noun.length === 0 || amount.unit === undefined);
  }
  if (amount.unit === unit) return true;
  // Tables of results have no unit: "Net loss 52,345,000".
  const isTable = amount.unit === undefined && (amount.hasScale || amount.value >= 100_000);
  return unit !== 'percent' && min >= 100_000 && isTable;
}

function isBetween({ value }: Amount, limit: AmountLimit): boolean {
  const { min, max, isInclusive, isLevel } = limit;
  if (min !== undefined && (value < min || (value === min && !isInclusive))) return false;
  if (max !== undefined && (value > max || (value === max && !isInclusive))) return false;
  if (!isLevel) return true;
  const level = max ?? min ?? value;
  return value * levelFactor >= level && value <= level * levelFactor;
}

function startsWithNoun(following: string, noun: readonly string[]): boolean {
  const terms = analyze(following).terms.slice(0, 7);
  const synonyms = longestEntryAt(noun, 0)?.others ?? [];
  const nouns = [...noun, ...synonyms.filter(({ length }) => length === 1).flat()];
  return nouns.some((term) => terms.includes(term));
}

/** The part after the last end of a sentence. */
function afterSentence(text: string): string {
  const sentences = text.split(/(?<=[a-z)]\.)\s+(?=[A-Z])/);
  return sentences.at(-1) ?? '';
}

/** The words directly after an amount: "a 50 mln dlr loss". */
function firstWords(text: string): string {
  return /^(?:[\s-]+[\p{L}'’]+){0,3}/u.exec(text)?.[0] ?? '';
}
