import { oauthLimits } from './limits.ts';

const { maxNameLength } = oauthLimits;

/**
 * Checks the name that a client gives itself, which users see: it must not look like another one.
 *
 * @returns the problem; `undefined` if the name may be shown
 */
export function clientNameProblem(name: string): string | undefined {
  if (name.length > maxNameLength || invisible.test(name)) {
    return `must have 1 to ${maxNameLength} characters and no control or invisible characters`;
  }
  if (hasStyledLetters(name)) {
    return 'must not have letters in another form, such as full-width ones';
  }
  if (mixesScripts(name)) {
    return 'must not mix letters of different scripts, such as Latin and Cyrillic, in one word';
  }
  return undefined;
}

/**
 * Control and invisible characters. Joiners and variation selectors are allowed between the letters and
 * symbols that need them, but not beside Latin letters and spaces.
 */
const invisible =
  /^[\p{DI}\s]*$|[\p{Cc}\p{Bidi_C}]|(?![\p{Join_C}\p{VS}])\p{DI}|(^|[\s\p{Script=Latin}])[\p{Join_C}\p{VS}]|\p{Join_C}($|[\s\p{Script=Latin}])/u;

/**
 * Whether a letter is an ASCII letter in another form, such as a full-width or a mathematical one, or a
 * Roman numeral.
 */
function hasStyledLetters(name: string): boolean {
  const isAscii = (text: string) => /^[a-z]+$/i.test(text);
  return (name.match(/[\p{L}\p{Nl}]/gu) ?? []).some(
    (letter) => !isAscii(letter) && isAscii(letter.normalize('NFKC')),
  );
}

/**
 * Whether a word mixes letters of scripts that look alike, as in `Сlaude` with a Cyrillic `С`. Letters of
 * one script can still look like another word: the consent page says who receives the decision.
 */
function mixesScripts(name: string): boolean {
  return (name.match(/[\p{L}\p{M}]+/gu) ?? []).some(
    (word) => lookalikes.filter((script) => script.test(word)).length > 1,
  );
}

const lookalikes = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];
