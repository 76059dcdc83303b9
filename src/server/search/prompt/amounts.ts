/** An amount in a text. */
export interface Amount {
  value: number;
  /** `percent`, `point` (of a percentage), `ratio`, a currency, or `undefined` for a plain number. */
  unit: string | undefined;
  /** Whether "million" or a similar word follows the number. */
  hasScale: boolean;
  /** What its unit multiplies the number with: 0.01 for cents. */
  factor: number;
  /** Offsets in the text. */
  start: number;
  end: number;
}

/** Multipliers, by the words after a number. */
const scales: readonly (readonly [string, number])[] = [
  ['hundred', 100],
  ['thousand|tausend|mille|mil', 1e3],
  [
    'million|millions|mln|mn|mio|millionen|millones|mill[oó]n|milh(?:ão|ões)|milion[ei]|miljoen|млн',
    1e6,
  ],
  ['billion|billions|bln|bn|mrd|milliarden?|milliards?|miliard[io]|mld|miljard|млрд', 1e9],
  ['trillion|trillions|tln|trn|tn|billionen', 1e12],
  ['lakhs?', 1e5],
  ['crores?', 1e7],
];
/** Multipliers that directly follow a number, as in "$5m". */
const attachedScales: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

/** Units, by their words and symbols. */
const units: readonly (readonly [string, string, number?])[] = [
  ['percent', '%|pct|percent|per cent|prozent|pour cent|por ciento|por cento|per cento|procent'],
  ['point', '(?:percentage|percent|pct|%)[ -]points?|prozentpunkte?|puntos porcentuales'],
  ['point', 'basis points?|bps|basispunkte?|puntos b[áa]sicos', 0.01],
  ['dollar', 'us\\$|\\$|usd|dlrs?|dollars?|d[oó]lares'],
  ['dollar', 'cts|cents?', 0.01],
  ['yen', '¥|jpy|yen'],
  ['euro', '€|eur|euros?'],
  ['pound', '£|gbp|stg|sterling|pounds?|livres'],
  ['pound', 'pence|p', 0.01],
  ['mark', 'dem|dm|marks?|d-mark'],
  ['franc', 'frf|chf|francs?|franken'],
  ['lira', 'lire|lira'],
  ['yuan', 'cny|rmb|yuan|renminbi'],
  ['rupee', '₹|inr|rs\\.?|rupees?'],
  ['peso', 'pesos?'],
  ['crown', 'sek|nok|dkk|crowns?|kron(?:or|er|a|en)'],
  ['rouble', 'rub|r(?:o?u)bles?|руб(?:лей|ля|ль)?'],
  ['won', 'krw|won'],
  ['guilder', 'nlg|guilders?|florins?'],
  ['schilling', 'schillings?'],
  ['peseta', 'pesetas?|ptas?'],
  ['cruzado', 'cruzados?'],
  ['riyal', 'riyals?'],
  ['dinar', 'dinars?'],
  ['dirham', 'dirhams?'],
  ['rupiah', 'rupiahs?'],
  ['baht', 'baht'],
  ['ringgit', 'ringgit'],
];

const numberWords: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  half: 0.5,
  quarter: 0.25,
  'three quarters': 0.75,
  eine: 1,
  un: 1,
  une: 1,
  una: 1,
};

const scaleWords = scales.map(([words]) => words).join('|');
const unitWords = units.map(([, words]) => words).join('|');
const symbols = 'us\\$|\\$|£|€|¥|₹|usd|eur|gbp|dm|jpy|rs\\.?';
const digits = '\\d+(?:[.,]\\d+)*(?:[- ]\\d{1,2}/\\d{1,2}(?!\\d))?';
const compounds =
  '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?:one|two|three|four|five|six|seven|eight|nine)';
const words = `${compounds}|${Object.keys(numberWords).join('|').replaceAll(' ', '[ -]')}`;
/** "Half a percentage point", "a quarter point", "1/2 pct". */
const fractions =
  '(?<fraction>half|quarter|three[ -]quarters|\\d/\\d{1,2})(?:[ -]of)?(?:[ -]an?)?(?=[ -](?:percentage|percent|pct|per cent|basis|points?|million|billion|mln|bln)(?!\\p{L}))';
/** A point of a percentage, after a fraction, a small decimal or a word for a number. */
const point =
  '(?<=(?:(?<!\\p{L})(?:half|quarters?|full|one|an?)|/\\d{1,2}|(?<!\\d)[01]?\\.\\d{1,3})[ -])points?';
/** Number words that count what follows: "ten aircraft". */
const countWords = [
  compounds,
  ...Object.keys(numberWords).filter((word) => (numberWords[word] ?? 0) > 1 && word !== 'hundred'),
].join('|');
/** A number with its currency before it, its scale and its unit after it. */
export const amountPattern = `(?:(?<prefix>${symbols})\\s?)?(?:${fractions}|(?<digits>${digits})|(?<word>(?:${words})(?=[\\s-](?:${scaleWords}|percentage|percent|pct|per cent|full point|point)(?!\\p{L}))|(?:${countWords})(?=\\s\\p{L})))(?:(?<attached>[kmb](?![\\p{L}\\p{N}]))|[\\s-]?(?<scale>${scaleWords})\\.?(?![\\p{L}\\p{N}]))?(?:[\\s-]?(?:u\\.?s\\.? |canadian |australian |de |d['’]|di )?(?<unit>${unitWords}|${point})(?![\\p{L}\\p{N}]))?`;
const amount = new RegExp(`(?<![\\p{L}\\p{N}.,/])${amountPattern}(?![\\p{L}\\p{N}]*\\p{L})`, 'giu');
const unitOf = units.map(([unit, forms, factor = 1]) => ({
  pattern: new RegExp(`^(?:${forms})$`, 'iu'),
  unit,
  factor,
}));
const scaleOf = scales.map(([forms, factor]) => ({
  pattern: new RegExp(`^(?:${forms})$`, 'iu'),
  factor,
}));

/** Units whose amounts often have three decimals: 1.250 percent. */
const decimalUnits = new Set(['percent', 'dollar', 'yen', 'pound']);

const ratioNumber = `\\d{1,4}|${words}`;
/** A ratio such as "three-for-two". */
export const ratioPattern = `(?<several>${ratioNumber})[\\s-]for[\\s-](?:each\\s|every\\s)?(?<each>${ratioNumber})`;
const ratio = new RegExp(`(?<![\\p{L}\\p{N}.,/])${ratioPattern}(?![\\p{L}\\p{N}])`, 'giu');

/** The value of a match of {@link ratioPattern}; `undefined` if it is not a finite number. */
export function toRatio(several: string, each: string): number | undefined {
  const [value, divisor] = [several, each].map(
    (text) => numberWords[text.toLowerCase()] ?? Number(text),
  );
  const quotient = (value ?? Number.NaN) / (divisor ?? Number.NaN);
  return Number.isFinite(quotient) ? quotient : undefined;
}

/** The ratios in a text, in reading order. */
export function ratiosIn(text: string): Amount[] {
  return [...text.matchAll(ratio)].slice(0, maxAmounts).flatMap((match) => {
    const value = toRatio(match.groups?.['several'] ?? '', match.groups?.['each'] ?? '');
    const [start, end] = [match.index, match.index + match[0].length];
    return value === undefined
      ? []
      : [{ value, unit: 'ratio', hasScale: false, factor: 1, start, end }];
  });
}

/** Maximum number of amounts that are read from a text. */
const maxAmounts = 200;

/** The amounts in a text, in reading order. */
export function amountsIn(text: string): Amount[] {
  const found: Amount[] = [];
  for (const match of text.matchAll(amount)) {
    const read = toAmount(match.groups ?? {});
    if (read) found.push({ ...read, start: match.index, end: match.index + match[0].length });
    if (found.length === maxAmounts) break;
  }
  return found;
}

type AmountGroups = Partial<
  Record<
    'prefix' | 'fraction' | 'digits' | 'word' | 'attached' | 'scale' | 'unit',
    string | undefined
  >
>;

/** The amount of a match of {@link amountPattern}; `undefined` if it is not a finite number. */
export function toAmount(
  groups: AmountGroups,
): Pick<Amount, 'value' | 'unit' | 'hasScale' | 'factor'> | undefined {
  const { prefix, word, fraction, attached, scale } = groups;
  const unit = groups.unit ?? prefix ?? '';
  const known = /^points?$/i.test(unit)
    ? { unit: 'point', factor: 1 }
    : unitOf.find(({ pattern }) => pattern.test(unit));
  const hasDecimals = decimalUnits.has(known?.unit ?? '');
  const number = groups.digits
    ? parseNumber(groups.digits, hasDecimals)
    : numberOf(fraction ?? word ?? '');
  const factor =
    attachedScales[attached?.toLowerCase() ?? ''] ??
    scaleOf.find(({ pattern }) => pattern.test(scale ?? ''))?.factor ??
    1;
  const value = (number ?? Number.NaN) * factor * (known?.factor ?? 1);
  if (!Number.isFinite(value)) return undefined;
  return { value, unit: known?.unit, hasScale: factor > 1, factor: known?.factor ?? 1 };
}

/**
 * Reads 1,200 and 1.200.000, 1.5 and 1,5, and 7-3/4.
 *
 * @param hasDecimals whether 1.200 is less than 2
 */
function parseNumber(text: string, hasDecimals: boolean): number {
  const [whole = '', fraction] = text.split(/[- ](?=\d+\/)/);
  const [numerator, denominator] = (fraction ?? '').split('/').map(Number);
  const rest = numerator && denominator ? numerator / denominator : 0;
  return parseDecimal(whole, hasDecimals) + rest;
}

/** Reads "ten", "twenty-five", "half" and 1/2. */
function numberOf(text: string): number | undefined {
  const [numerator, denominator] = text.split('/').map(Number);
  if (numerator && denominator) return numerator / denominator;
  const written = text.toLowerCase().replace('-', ' ');
  const [ten, one] = written.split(' ').map((word) => numberWords[word] ?? Number.NaN);
  const isSum = ten !== undefined && one !== undefined && ten >= 20;
  return numberWords[written] ?? (isSum ? ten + one : undefined);
}

function parseDecimal(text: string, hasDecimals: boolean): number {
  const separators = text.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return Number(text);
  const hasBoth = new Set(separators).size === 2;
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(text) && !text.startsWith('0');
  if (!hasBoth && isGrouped && (last === ',' || separators.length > 1 || !hasDecimals)) {
    return Number(text.replaceAll(last, ''));
  }
  const at = text.lastIndexOf(last);
  return Number(`${text.slice(0, at).replace(/[.,]/g, '')}.${text.slice(at + 1)}`);
}
