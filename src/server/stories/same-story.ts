import { type Fingerprint, hoursOf } from './fingerprint.ts';
import { similarity } from './min-hash.ts';

/** Minimum similarity of two versions of a story. Other features may still tell them apart. */
const minSimilarity = 0.5;
/** The same if the texts name mostly the same and state mostly the same numbers. */
const minSimilarityOfSameFacts = 0.33;
/** The same if the texts were published on different days: reports may be periodic. */
const minSimilarityOfRepeats = 0.7;
/** Maximum hours between versions that were published on one day. */
const hoursOfDay = 20;
/** Maximum hours between versions of a story. Reports that appear once a week are further apart. */
const maxHours = 96;
/** Minimum number of names or numbers to compare their share. */
const minFacts = 3;
/** Minimum share of the names or numbers of one text that the other has too. */
const minSharedFacts = 0.7;
/** The same for similar texts. Reports of one kind have other numbers throughout. */
const minSharedNumbers = 0.4;
/** Similarity above which other words in the title only mean another headline. */
const minSimilarityOfCopies = 0.8;
/**
 * Number of words of the title and the text below which similarity tells nothing: texts such as
 * "Otters 17" and "Otters 18" differ in all that they report.
 */
export const minComparableWords = 30;
/** Number of words of texts that have little more than their names and numbers. */
const shortText = 40;

/** Whether two texts are versions of one story: one reports what the other does. */
export function isSameStory(a: Fingerprint, b: Fingerprint): boolean {
  const hours = Math.abs(hoursOf(a) - hoursOf(b));
  if (hours > maxHours) return false;
  const isLater = hours > hoursOfDay;
  if (isTooShort(a) || isTooShort(b)) return !isLater && hasSameText(a, b);
  const near = nearness(a, b);
  if (near < (isLater ? minSimilarityOfRepeats : minSimilarityOfSameFacts)) return false;
  if (hasOtherSubject(a, b)) return false;
  const numbers = sharedShare(values(a.numbers), values(b.numbers)) ?? 1;
  const hasSameNumbers = numbers >= minSharedFacts;
  if (numbers < minSharedNumbers) return false;
  if (isLater && !(hasSameNumbers && statesAsMuch(a, b))) return false;
  return near >= minSimilarity || (hasSameNumbers && hasSameNames(a, b));
}

/** The estimated similarity of the texts or of their beginnings, from 0 to 1. */
function nearness(a: Fingerprint, b: Fingerprint): number {
  return Math.max(similarity(a.whole, b.whole), similarity(a.lead, b.lead));
}

/**
 * Whether the titles are about different things: each names something that the other text does not,
 * or the texts are short and each title has a content word that the other text does not have. Texts
 * with different numbers may also be short with only one title that names more, or longer with such
 * content words.
 */
function hasOtherSubject(a: Fingerprint, b: Fingerprint): boolean {
  const [aNamesMore, bNamesMore] = [namesMore(a, b), namesMore(b, a)];
  if (aNamesMore && bNamesMore) return true;
  const areShort = isShort(a) && isShort(b);
  const haveOtherWords = hasOtherWord(a, b) && hasOtherWord(b, a);
  if (areShort && haveOtherWords) return true;
  const isOther = areShort
    ? aNamesMore || bNamesMore
    : haveOtherWords && nearness(a, b) < minSimilarityOfCopies;
  return isOther && hasNewNumber(a.leadNumbers, [b]) && hasNewNumber(b.leadNumbers, [a]);
}

function hasSameNames(a: Fingerprint, b: Fingerprint): boolean {
  const areShort = isShort(a) && isShort(b);
  const share = sharedShare(a.names, b.names, areShort ? 2 : minFacts) ?? 0;
  return share >= (areShort ? 1 : minSharedFacts);
}

function isTooShort({ length: [words = 0] }: Fingerprint): boolean {
  return words < minComparableWords;
}

/** Whether the texts are the same apart from case, spacing and punctuation. */
export function hasSameText(a: Fingerprint, b: Fingerprint): boolean {
  return a.text.every((half, index) => half === b.text[index]);
}

function isShort({ length: [words = 0] }: Fingerprint): boolean {
  return words < shortText;
}

function namesMore({ subjects }: Fingerprint, { names, mentions }: Fingerprint): boolean {
  return subjects.some((subject) => !names.includes(subject) && !mentions.includes(subject));
}

/** Whether the title has a content word that the other text does not have. */
function hasOtherWord({ headline }: Fingerprint, { names, mentions }: Fingerprint): boolean {
  return headline.some((word) => !names.includes(word) && !mentions.includes(word));
}

/** The share of the smaller set that both have; `undefined` if it has less than `minSize` members. */
function sharedShare(a: Uint16Array, b: Uint16Array, minSize = minFacts): number | undefined {
  const [setA, setB] = [new Set(a), new Set(b)];
  const [small, large] = setA.size < setB.size ? [setA, setB] : [setB, setA];
  if (small.size < minSize) return undefined;
  return [...small].filter((entry) => large.has(entry)).length / small.size;
}

/** Whether the texts state about as many numbers: a daily report may state some only on some days. */
function statesAsMuch(a: Fingerprint, b: Fingerprint): boolean {
  const [sizeA, sizeB] = [new Set(values(a.numbers)).size, new Set(values(b.numbers)).size];
  return Math.min(sizeA, sizeB) >= minSharedFacts * Math.max(sizeA, sizeB);
}

/** The values of pairs of units and values. */
function values(numbers: Uint16Array): Uint16Array {
  return numbers.filter((_, index) => index % 2 === 1);
}

/**
 * Whether a version of a story says what no other version does: it states another number or another
 * event at its beginning, or it has another title and is mostly rewritten.
 */
export function saysSomethingNew(version: Fingerprint, others: readonly Fingerprint[]): boolean {
  return (
    hasNewEvent(version, others) ||
    hasTurned(version, others) ||
    hasNewNumber(version.leadNumbers, others) ||
    hasChangedNumber(version, others) ||
    hasNewHeadline(version, others)
  );
}

/**
 * Whether the title or the first sentence has a word that turns its meaning and that no other version
 * has, or lacks one that all others have.
 */
function hasTurned(version: Fingerprint, others: readonly Fingerprint[]): boolean {
  const [turns, leadTurns] = [bitsOf(version.turns), bitsOf(version.leadTurns)];
  const known = others.reduce((bits, other) => bits | bitsOf(other.turns), 0);
  const common = others.reduce((bits, other) => bits & bitsOf(other.leadTurns), 0xffff);
  return (leadTurns & ~known) !== 0 || (others.length > 0 && (common & ~turns) !== 0);
}

function bitsOf([bits = 0]: Uint16Array): number {
  return bits;
}

function hasNewEvent({ events }: Fingerprint, others: readonly Fingerprint[]): boolean {
  return events.some(
    (bits, index) =>
      (bits & ~others.reduce((known, other) => known | (other.events[index] ?? 0), 0)) !== 0,
  );
}

function hasNewNumber(numbers: Uint16Array, others: readonly Fingerprint[]): boolean {
  return unknownUnits(numbers, others).size > 0;
}

/**
 * Whether a version states other numbers of a unit than another version, anywhere in the text: it has
 * one that no other has, and lacks one.
 */
function hasChangedNumber(version: Fingerprint, others: readonly Fingerprint[]): boolean {
  const added = unknownUnits(version.numbers, others);
  return others.some(({ numbers }) => {
    const missing = unknownUnits(numbers, [version]);
    return [...added].some((unit) => missing.has(unit));
  });
}

/** The units of the numbers that none of the others states. */
function unknownUnits(numbers: Uint16Array, others: readonly Fingerprint[]): Set<number> {
  const units = new Set<number>();
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [unit = 0, value = 0] = numbers.subarray(index, index + 2);
    if (!others.some((other) => states(other.numbers, unit, value))) units.add(unit);
  }
  return units;
}

/** Whether the number is stated: of its unit or, if there are no others of its unit, of any. */
function states(numbers: Uint16Array, unit: number, value: number): boolean {
  let hasUnit = false;
  let hasValue = false;
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    if (numbers[index + 1] === value) {
      if (numbers[index] === unit) return true;
      hasValue = true;
    }
    hasUnit ||= numbers[index] === unit;
  }
  return hasValue && !hasUnit;
}

function hasNewHeadline(version: Fingerprint, others: readonly Fingerprint[]): boolean {
  if (others.some((other) => nearness(version, other) >= minSimilarityOfCopies)) return false;
  return version.headline.some(
    (word) =>
      !others.some(({ names, mentions }) => names.includes(word) || mentions.includes(word)),
  );
}
