const word = String.raw`[\p{L}'-]{3,}`;
/** "Oil/gas", not "km/h" or a path. */
const slashes = new RegExp(String.raw`(?<!\S)${word}(?:\/${word})+(?=[,;:.!?]?(?:\s|$))`, 'gu');
/** "But neither Fiat nor Volvo" excludes both; "neither confirms nor denies" excludes nothing. */
const neither = /(?<=^|[,;:.(!?–—-]\s?|(?<!\p{L})(?:but|and)\s)neither(?=\s[^.;]{0,200}?\snor\s)/iu;

/** Replaces what means "or", "and" or "not" by these words: "and/or", "as well as", "neither". */
export function plainConnectives(text: string): string {
  const plain = text
    .replace(/(?<!\S)(?:and\/or|or\/and)(?!\S)/gi, 'or')
    .replace(/(?<!\p{L}),? ?(?:as well as|along with|together with)(?!\p{L})/giu, ' and')
    .replace(slashes, (alternatives) => alternatives.replaceAll('/', ' or '));
  if (!neither.test(plain)) return plain;
  return plain
    .replace(new RegExp(neither, 'giu'), 'not')
    .replace(/(?<!\p{L})nor(?!\p{L})/giu, 'or');
}
