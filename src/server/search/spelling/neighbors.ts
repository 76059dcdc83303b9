/** The letters of a script, which replace and complete those of a word in it. */
const alphabets: readonly { word: RegExp; letters: readonly string[] }[] = [
  { word: /^[\p{sc=Latin}\p{M}]+$/u, letters: [...'abcdefghijklmnopqrstuvwxyz'] },
  { word: /^\p{sc=Cyrillic}+$/u, letters: [...'абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґ'] },
  { word: /^\p{sc=Greek}+$/u, letters: [...'αβγδεζηθικλμνξοπρστυφχψω'] },
  { word: /^\p{sc=Arabic}+$/u, letters: [...'ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءأإ'] },
  { word: /^\p{sc=Hebrew}+$/u, letters: [...'אבגדהוזחטיכלמנסעפצקרשתךםןףץ'] },
];

/** In letters. Of shorter words, too many others are neighbors. */
const minLength = 4;
const maxLength = 24;

/**
 * The words at one edit of a word in the letters of its script: two letters transposed, one deleted,
 * replaced or inserted, in this order. Empty for other scripts, mixed ones, and words of fewer than
 * 4 or more than 24 letters.
 *
 * @param word in lower case
 */
export function neighbors(word: string): string[] {
  const characters = [...word];
  const { length } = characters;
  const alphabet = alphabets.find((each) => each.word.test(word));
  if (!alphabet || length < minLength || length > maxLength) return [];
  const { letters } = alphabet;
  const splits = characters.map((_, at) => [
    characters.slice(0, at).join(''),
    characters.slice(at).join(''),
  ]);
  const found = new Set<string>();
  for (let at = 1; at < length; at += 1) {
    const swapped = characters
      .with(at - 1, characters[at] ?? '')
      .with(at, characters[at - 1] ?? '');
    found.add(swapped.join(''));
  }
  for (let at = 0; at < length; at += 1) found.add(characters.toSpliced(at, 1).join(''));
  for (let at = 0; at < length; at += 1) {
    for (const letter of letters) found.add(characters.with(at, letter).join(''));
  }
  for (const [before = '', after = ''] of [...splits, [word, '']]) {
    for (const letter of letters) found.add(`${before}${letter}${after}`);
  }
  found.delete(word);
  return [...found];
}

/**
 * How much more often than others people make the mistake that turns one word into another at one edit:
 * they swap letters, and write double letters once or single ones twice. The first letter is mostly right.
 */
export function editLikelihood(word: string, other: string): number {
  return likelihoodOfKind(word, other) * (word[0] === other[0] ? 1 : 1 / 4);
}

function likelihoodOfKind(word: string, other: string): number {
  const isSwapped = word.length === other.length && sortedLetters(word) === sortedLetters(other);
  if (isSwapped) return 10;
  return withoutDoubles(word) === withoutDoubles(other) ? 5 : 1;
}

const sortedLetters = (word: string) => [...word].sort().join('');
const withoutDoubles = (word: string) => word.replace(/(.)\1+/gu, '$1');
