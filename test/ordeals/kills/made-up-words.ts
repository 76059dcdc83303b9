const syllables = ['ba', 'ke', 'di', 'fo', 'gu', 'la', 'me', 'ni', 'po', 'ru'];

/** A word for each number below 10,000. */
export function madeUpWord(n: number): string {
  return [...String(n).padStart(4, '0')].map((digit) => syllables[Number(digit)]).join('');
}

/** What only one monitor asks for. */
export function topic(n: number): string {
  return `zor${madeUpWord(n)}x`;
}
