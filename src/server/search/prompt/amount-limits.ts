import { analyze } from '../text/analyzer.ts';
import { amountPattern, ratioPattern, toAmount, toRatio } from './amounts.ts';
import { type Direction, directionOf } from './direction.ts';
import { priceUnit, unitPricePattern } from './unit-prices.ts';

/** What a prompt says about an amount: "more than 100 million dollars". */
export interface AmountLimit {
  /** As written. */
  label: string;
  min?: number;
  max?: number;
  /** Whether an amount equal to the limit counts: "at least", "at most". */
  isInclusive: boolean;
  /** As in `Amount`; `undefined` for counts and for plain numbers. */
  unit: string | undefined;
  /** What the amount is the price of one of: "barrel". */
  per?: string | undefined;
  /** The word after a count, in terms: "more than 500 workers". */
  noun: string[];
  /** What the amount is of if the prompt has no other words. */
  subject?: string | undefined;
  /** Whether it is the level of a price or rate, which moves: "falls below 140 yen". */
  isLevel: boolean;
  /** Whether the amount is one by which something rises or falls: "up more than 20 percent". */
  direction?: Direction | undefined;
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
  'more than|over|above|exceeding|exceeds|exceed|greater than|higher than|larger than|bigger than|upwards of|in excess of|north of|tops|topping|surpass(?:es|ing)?|beyond|mehr als|(?:ü|ue)ber|oberhalb von|plus de|sup[ée]rieure?s? [àa]|au-dessus de|m[áa]s de|superior(?:es)? a|por encima de|mais de|acima de|pi[ùu] di|oltre|meer dan|boven|более|больше|выше|>';
const atLeastWords =
  'at least|no less than|not less than|no fewer than|not below|a minimum of|minimum of|mindestens|wenigstens|au moins|al menos|por lo menos|pelo menos|almeno|minstens|не менее|>=|≥';
const underWords =
  'less than|below|under|lower than|fewer than|smaller than|cheaper than|weniger als|unter|unterhalb von|moins de|inf[ée]rieure?s? [àa]|en dessous de|menos de|inferior(?:es)? a|por debajo de|abaixo de|meno di|sotto|minder dan|onder|менее|меньше|ниже|<';
const atMostWords =
  'at most|no more than|not more than|no higher than|not above|not exceeding|not over|up to|a maximum of|maximum of|h[öo]chstens|maximal|au plus|como m[áa]ximo|no m[áa]ximo|al massimo|hoogstens|не более|<=|≤';
const betweenWords = 'between|from|zwischen|entre|tra|tussen|между';
const movement =
  'fall|falls|fell|drop|drops|dips|slips|slides|slide|sinks|plunges|declines|trades?|trading|closes|rises?|rose|climbs?|jumps|surges|moves|goes|is|are|gets|breaks|f[äa]llt|steigt|sinkt|cae|sube|baja|passe|tombe|monte';
const linkWords =
  'worth|valued at|totalling|totaling|amounting to|of|by|at|for|priced at|to|rising|falling';

const number = (name: string) =>
  amountPattern.replace(/\(\?<(\w+)>/g, (_, group: string) => `(?<${name}_${group}>`);
/** A word after an amount, which may be what is counted. */
const counted =
  '(?:(?:\\s+of\\s+(?:its|their|his|her|our)(?:\\s+own)?(?=\\s))?[\\s-]+(?!(?:in|on|at|of|by|from|for|and|or|to|a|per|the|but|this|that|when|as|with|is|are|u|und|et|y|oder|ou|o|von|de|en|der|die|das|dans)(?!\\p{L}))(?<counted>\\p{L}+))?';
const comparison = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<movement>${movement})\\s+)?(?:(?:${linkWords})\\s+)?(?:(?<over>${overWords})|(?<atLeast>${atLeastWords})|(?<under>${underWords})|(?<atMost>${atMostWords}))(?:\\s+(?:the|about|around|als|de))?\\s*(?<![\\p{L}\\p{N}.])${number('first')}(?![\\p{L}\\p{N}])${unitPricePattern}${counted}`,
  'giu',
);
const range = new RegExp(
  `(?<![\\p{L}\\p{N}.,/-])(?:(?<between>${betweenWords})\\s+|(?:${linkWords})\\s+)?(?<![\\p{L}\\p{N}.,/-])${number('first')}\\s*(?:and|to|und|et|y|e|en|и|-)\\s*${number('second')}(?![\\p{L}\\p{N}])${unitPricePattern}${counted}`,
  'giu',
);
const orMore = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:${linkWords})\\s+)?${number('first')}${unitPricePattern}(?<noun>\\s+\\p{L}+)?\\s+(?:or|oder|ou|o)\\s+(?:(?<more>more|mehr|plus|m[áa]s|higher|above)|(?:less|fewer|weniger|moins|menos|lower|below))(?![\\p{L}\\p{N}])`,
  'giu',
);
const ratioOrMore = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:(?<atLeast>${atLeastWords})|(?<over>${overWords})|(?<atMost>${atMostWords})|(?<under>${underWords}))\\s+)?${ratioPattern}(?:\\s+or\\s+(?:(?<more>more|higher|better|above)|less|lower))?(?![\\p{L}\\p{N}])`,
  'giu',
);
/** Not the ages of "under-5s" and "over 65s". */
const unreadable = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${overWords}|${atLeastWords}|${underWords}|${atMostWords})(?:\\s*(?:[$€£¥]\\s*)?[$€£¥]?\\d(?!\\d*s(?!\\p{L}))\\S*|\\s+(?:[$€£¥]\\s*)?(?:[-\u2212][$€£¥]?\\d\\S*|infinity|nan))`,
  'giu',
);

/** An amount without a comparison, of which others may differ a little: "worth 1.5 billion dollars". */
const worth = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:worth|valued at|totall?ing|amounting to)\\s+(?:(?:about|around|some|roughly|nearly)\\s+)?(?<![\\p{L}\\p{N}.])${number('first')}(?![\\p{L}\\p{N}])${unitPricePattern}${counted}`,
  'giu',
);
/** "500+ workers" */
const plus =
  /(?<![\p{L}\p{N}.,])((?:[$€£¥]\s?)?\d[\d.,]{0,20}(?:\s?[\p{L}%]{1,8})?)\+(?=[\s)]|$)/gu;
/** How far amounts may be from one that is not compared, as a share of it. */
const tolerance = 0.05;

/** Reads the limits of amounts in a prompt. */
export function readAmountLimits(prompt: string): AmountLimits {
  const limits: AmountLimit[] = [];
  let rest = prompt.replace(plus, 'at least $1 ');
  for (const [pattern, read] of readers) {
    rest = rest.replace(pattern, (text, ...args) => {
      const groups = args.at(-1) as Groups;
      const limit =
        limits.length < maxLimits ? read(groups, label(text, groups.counted)) : undefined;
      if (!limit) return text;
      const [offset = 0, whole = ''] = args.slice(-3, -1) as [number, string];
      const preceding = whole.slice(Math.max(offset - maxDirection, 0), offset);
      const moved = directionOf(`${preceding} ${groups.movement ?? ''}`);
      const direction = limit.isLevel ? undefined : moved;
      limits.push({ ...withCounted(limit, groups.counted), per: priceUnit(groups.per), direction });
      const isCounted = limit.unit === undefined && groups.counted !== undefined;
      return isCounted ? ' ' : ` ${groups.counted ?? ''}`;
    });
  }
  const unread = [...rest.matchAll(unreadable)].map(([text]) => text.trim()).slice(0, maxLimits);
  for (const text of unread) rest = rest.replace(text, ' ');
  return { limits, rest, unread };
}

/** Number of characters before a limit that may say in which direction. */
const maxDirection = 20;
type Reader = (groups: Groups, label: string) => AmountLimit | undefined;

const readers: readonly (readonly [RegExp, Reader])[] = [
  [ratioOrMore, readRatio],
  [range, readRange],
  [comparison, readComparison],
  [orMore, readOrMore],
  [worth, readWorth],
];

function readRange(groups: Groups, label: string): AmountLimit | undefined {
  const second = amountOf(groups, 'second');
  // "60 and 70 cents"
  const hasUnit = groups.first_unit ?? groups.first_prefix;
  const first = amountOf(hasUnit ? groups : { ...groups, first_unit: groups.second_unit }, 'first');
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
  const isChange = moves.test(groups.movement ?? '') && changeWords.test(label);
  const isLevel = groups.movement !== undefined && !isChange;
  return { label, ...bound, isInclusive, unit, noun: [], isLevel };
}

/** In "falls more than 5 percent" the amount is a change, in "falls below 5 percent" a level. */
const moves = /^(?:fall|drop|dip|slip|slide|sink|plunge|decline|rise|climb|jump|surge|fell|rose)/i;
const changeWords =
  /^(?:more than|less than|fewer than|at least|at most|no (?:more|less) than|up to)/i;

function readOrMore(groups: Groups, label: string): AmountLimit | undefined {
  const amount = amountOf(groups, 'first');
  if (!amount) return undefined;
  const { value, unit } = amount;
  const noun = groups.noun ? analyze(groups.noun).terms : [];
  const bound = groups.more ? { min: value } : { max: value };
  return { label, ...bound, isInclusive: true, unit, noun, isLevel: false };
}

function readWorth(groups: Groups, label: string): AmountLimit | undefined {
  const amount = amountOf(groups, 'first');
  if (!amount || (amount.unit === undefined && !amount.hasScale)) return undefined;
  const { value, unit } = amount;
  const [min, max] = [value * (1 - tolerance), value * (1 + tolerance)];
  return { label: `about ${label}`, min, max, isInclusive: true, unit, noun: [], isLevel: false };
}

/** "Three-for-one or more"; a ratio that is not compared is one that is equal. */
function readRatio(groups: Groups, label: string): AmountLimit | undefined {
  const { several, each, atLeast, over, atMost, under, more } = groups;
  const value = toRatio(several ?? '', each ?? '');
  if (value === undefined) return undefined;
  const isMin = atLeast !== undefined || over !== undefined || more !== undefined;
  const isMax = atMost !== undefined || under !== undefined || / or /i.test(label);
  const bounds = isMin ? { min: value } : isMax ? { max: value } : { min: value, max: value };
  const isInclusive = over === undefined && under === undefined;
  const subject = 'stock split';
  return { label, ...bounds, isInclusive, unit: 'ratio', noun: [], subject, isLevel: false };
}

/** @param counted the word after the amount */
function withCounted(limit: AmountLimit, counted: string | undefined): AmountLimit {
  if (limit.unit !== undefined || counted === undefined) return limit;
  const noun = [...limit.noun, ...analyze(counted).terms];
  return { ...limit, noun, subject: counted, label: `${limit.label} ${counted}` };
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
    | 'per'
    | 'several'
    | 'each'
    | 'first_unit'
    | 'first_prefix'
    | 'second_unit'
    | 'second_scale'
    | 'second_attached',
    string | undefined
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
