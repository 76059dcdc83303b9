/** What windows-1252 has at 0x80 to 0x9F. Five of these bytes are controls, as in Latin-1. */
const characters =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/**
 * Replaces the controls U+0080 to U+009F by the characters that windows-1252 has at these bytes.
 * Such controls come from text that was decoded as Latin-1.
 */
export function withoutLatin1Controls(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (control) =>
    characters.charAt(control.charCodeAt(0) - 0x80),
  );
}
