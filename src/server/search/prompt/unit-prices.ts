/** What one of something costs: "an ounce", "per tonne", "/bbl". By its label, the words for it. */
const priceUnits: readonly (readonly [string, string])[] = [
  ['barrel', 'barrels?|bbls?|fass|barils?|barril'],
  ['ton', '(?:(?:metric|long|short) )?(?:tonnes?|tons?|t)|tonelada'],
  ['ounce', '(?:(?:fine|troy) )?(?:ounces?|oz)|unze|once|onza'],
  ['share', '(?:(?:common|ordinary|preferred) )?shares?|sh|aktie|action|acci[oó]n'],
  ['pound', 'pounds?|lbs?'],
  ['kilo', 'kilos?|kilograms?|kgs?'],
  ['bushel', 'bushels?|bu'],
  ['gallon', '(?:imperial )?gallons?|gal'],
  ['liter', 'lit(?:er|re)s?'],
  ['head', 'head|person|capita|kopf'],
  ['unit', 'unit|vehicle|car|aircraft'],
];
/** What is paid again and again: it is no price of one of something. */
const periods = 'years?|months?|weeks?|days?|jahr|monat|annum|quarter';
const words = [...priceUnits.map(([, forms]) => forms), periods].join('|');
const article = "(?:an?|per|the|each|je|pro|par|por|le|la|el|al)\\s+|l['’]";

/** "A barrel" after an amount, in the group `per`. */
export const unitPricePattern = `(?:(?:\\s+(?:${article})|\\s?/\\s?)(?<per>${words})(?![\\p{L}\\p{N}]))?`;

const unitPrice = new RegExp(`^${unitPricePattern}`, 'iu');
const labels = priceUnits.map(([label, forms]) => ({
  label,
  pattern: new RegExp(`^(?:${forms})$`, 'iu'),
}));

/** The label of the words of the group `per`; `undefined` for periods. */
export function priceUnit(per: string | undefined): string | undefined {
  return labels.find(({ pattern }) => pattern.test(per ?? ''))?.label;
}

/** The words after an amount that say of what it is the price, and their label. */
export function priceUnitAfter(text: string): { length: number; label: string | undefined } {
  const match = unitPrice.exec(text);
  return { length: match?.[0].length ?? 0, label: priceUnit(match?.groups?.['per']) };
}

/** Amounts of money up to this are prices of one of something, larger ones totals. */
const minTotal = 100_000;
/** A total is larger than a price by more than this. */
const maxPriceFactor = 1000;
/** A price without its unit is compared only with similar prices. */
const similarFactor = 10;

/** An amount of money, and what it is the price of. */
interface Price {
  value: number;
  hasScale: boolean;
  per: string | undefined;
}

/**
 * Whether an amount of money can be what a limit is about: "450 dollars an ounce" is about no totals
 * and no prices of other units, and "100 million dollars" about no prices.
 */
export function isSamePrice(amount: Price, limit: { value: number; per: string | undefined }) {
  const { value, per, hasScale } = amount;
  if (limit.per !== undefined && per !== undefined) return per === limit.per;
  if (limit.per !== undefined) {
    return (
      !hasScale && value <= limit.value * similarFactor && value * similarFactor >= limit.value
    );
  }
  if (limit.value >= minTotal) return per === undefined;
  return per !== undefined || value <= Math.max(limit.value * maxPriceFactor, minTotal);
}
