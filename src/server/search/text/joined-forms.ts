import { fold } from './fold.ts';

/** Maximum number of places that may be joined or separate. Each doubles the number of forms. */
const maxPlaces = 3;

const piecePattern = /\p{L}[\p{L}\p{M}]*|\p{N}+|[^\p{L}\p{N}]+/gu;
const isSeparator = (piece: string) => !/^[\p{L}\p{N}]/u.test(piece);
const isDigits = (piece: string) => /^\p{N}/u.test(piece);

/**
 * The other ways to write a name of letters and digits, folded: joined or separate where letters
 * meet digits, and where a single letter follows or precedes a punctuation mark. For "GPT-5", `gpt5`
 * and `gpt 5`; for "S&P 500", `sp500` and `sp 500` among others. Empty for ordinary words.
 */
export function joinedForms(text: string): string[] {
  const folded = fold(text).trim();
  const pieces = folded.match(piecePattern) ?? [];
  let forms = [''];
  let places = 0;
  let separator = '';
  let previous = '';
  for (const piece of pieces) {
    if (isSeparator(piece)) {
      separator = piece;
      continue;
    }
    if (previous !== '' && canBeJoined(previous, separator, piece)) {
      places += 1;
      if (places > maxPlaces) return [];
      forms = forms.flatMap((form) => [`${form}${piece}`, `${form} ${piece}`]);
    } else {
      forms = forms.map((form) => `${form}${separator}${piece}`);
    }
    previous = piece;
    separator = '';
  }
  return places === 0 ? [] : forms.filter((form) => form !== folded);
}

function canBeJoined(previous: string, separator: string, next: string): boolean {
  if (separator.length > 1) return false;
  if (isDigits(previous) !== isDigits(next)) return /^[-.& ]?$/.test(separator);
  if (isDigits(previous)) return false;
  return /^[-.&']$/.test(separator) && (previous.length === 1 || next.length === 1);
}

/** Digits with a unit or an ordinal suffix: "20bn", "4th". */
const quantity = /^\p{N}+\p{L}{1,2}$/u;
const mixed = /^(?:\p{L}\p{M}*|\p{N})+$/u;
const boundary = /(?<=\p{L}\p{M}*)(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;

/**
 * The parts of a word of letters and digits that have a meaning of their own: `covid` of "covid19",
 * `sp` and `500` of "SP500". Empty for other words and for quantities.
 */
export function partsOfMixedWord(word: string): string[] {
  const folded = fold(word).replace(/[^\p{L}\p{N}]+$|^[^\p{L}\p{N}]+|&/gu, '');
  if (folded.length > 32 || !mixed.test(folded) || quantity.test(folded)) return [];
  const parts = folded.split(boundary);
  if (parts.length < 2 || parts.length > 3) return [];
  const letters = parts.filter((part) => !isDigits(part));
  const [longest = 0] = letters.map(({ length }) => length).sort((a, b) => b - a);
  if (longest < 2) return [];
  return parts.filter((part) => part.length > (isDigits(part) ? 2 : 1));
}

/** Two adjacent words of a query that may also be written as one: `gpt5` for "GPT 5". */
export function joinedWords(first: string, second: string): string | undefined {
  const [left, right] = [first, second].map((word) => fold(word).replace(/[^\p{L}\p{N}]/gu, ''));
  if (!left || !right || left.length + right.length > 16) return undefined;
  const isBoundary = /\p{L}$/u.test(left) ? /^\p{N}/u.test(right) : /^\p{L}/u.test(right);
  return isBoundary ? `${left}${right}` : undefined;
}
