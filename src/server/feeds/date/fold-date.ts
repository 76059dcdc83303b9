/** A letter that Unicode does not decompose, and the one it is read as. */
const letters: ReadonlyMap<string, string> = new Map([
  ['\u0131', 'i'],
  ['\u0142', 'l'],
  ['\u00f8', 'o'],
  ['\u00e6', 'ae'],
  ['\u00df', 'ss'],
  ['\u2212', '-'],
  ['\u2010', '-'],
  ['\u2011', '-'],
  ['\u2013', '-'],
  ['\u2019', "'"],
  ['\u02bc', "'"],
  ['\u060c', ','],
]);

const ascii = /^[\0-\x7f]*$/;
const eastAsianWeekday =
  /[月火水木金土日]曜日?|星期[一二三四五六日天]|[周週][一二三四五六日]|[월화수목금토일]요일|\([月火水木金土日월화수목금토일]\)/;
const eastAsianDay = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/;
const eastAsianTime = /(\d{1,2})\s?[時时시]\s?(\d{1,2})\s?[分분](?:\s?(\d{1,2})\s?[秒초])?/;

/**
 * Reduces the spellings of a date: to lowercase without accents, with Western digits, single
 * spaces, and spaces instead of the characters that join numbers and names (`06-May-2024`).
 */
export function foldDate(text: string): string {
  const folded = ascii.test(text) ? text.toLowerCase() : foldLetters(text);
  return folded
    .replace(/\s+/g, ' ')
    .replace(/(?<=\d)[-/](?=\p{L})/gu, ' ')
    .replace(/(?<=\p{L})(?<!\b(?:gmt|utc|ut))[-/](?=\d)/gu, ' ')
    .replace(/ d'(?=\p{L})/u, ' ')
    .replace(/(\d{4}):(?=\d\d:\d\d)/, '$1 ')
    .trim();
}

function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .normalize('NFC')
    .replace(/[^\0-\x7f]/gu, (letter) => letters.get(letter) ?? westernDigit(letter))
    .replace(eastAsianWeekday, ' ')
    .replace(eastAsianDay, '$1-$2-$3 ')
    .replace(eastAsianTime, (_, hour: string, minute: string, second = '0') =>
      [hour, minute, second].map((part) => part.padStart(2, '0')).join(':'),
    );
}

/** Arabic and Persian digits. */
function westernDigit(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0x660 && code <= 0x669) return String(code - 0x660);
  return code >= 0x6f0 && code <= 0x6f9 ? String(code - 0x6f0) : character;
}
