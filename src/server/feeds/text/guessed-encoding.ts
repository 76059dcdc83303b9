/** The language of a feed: `<language>`, `<dc:language>`, `xml:lang`, or `language` in JSON. */
const languageTag =
  /(?:<(?:dc:)?language>\s{0,20}(?:<!\[CDATA\[)?|\bxml:lang\s?=\s?["']|"language"\s?:\s?")([a-z]{2,3})(?:[-_](tw|hk|mo|hant))?/i;

type Guess = (bytes: Uint8Array) => string;

const baltic: Guess = () => 'windows-1257';
const arabic: Guess = () => 'windows-1256';
const centralEuropean: Guess = (bytes) =>
  countIn(bytes, 0x80, 0x9f) > 0 ? 'windows-1250' : 'iso-8859-2';
/** Text is mostly in lowercase: at 0xE0 to 0xFF in windows-1251, at 0xC0 to 0xDF in KOI8. */
const cyrillic =
  (koi8: string): Guess =>
  (bytes) =>
    countIn(bytes, 0xc0, 0xdf) > countIn(bytes, 0xe0, 0xff) ? koi8 : 'windows-1251';
/** Kana, the most frequent characters, begin with 0xA4 and 0xA5 in EUC-JP, with 0x82 and 0x83 in Shift_JIS. */
const japanese: Guess = (bytes) =>
  countIn(bytes, 0xa4, 0xa5) > countIn(bytes, 0x82, 0x83) ? 'euc-jp' : 'shift_jis';

/** The encodings other than UTF-8 and windows-1252 that were usual for a language. */
const languageGuesses: Readonly<Record<string, Guess>> = {
  ar: arabic,
  be: cyrillic('koi8-u'),
  bg: cyrillic('koi8-r'),
  bs: centralEuropean,
  cs: centralEuropean,
  el: () => 'windows-1253',
  et: baltic,
  fa: arabic,
  he: () => 'windows-1255',
  hr: centralEuropean,
  hu: centralEuropean,
  ja: japanese,
  ko: () => 'euc-kr',
  lt: baltic,
  lv: baltic,
  mk: cyrillic('koi8-r'),
  pl: centralEuropean,
  ro: centralEuropean,
  ru: cyrillic('koi8-r'),
  sk: centralEuropean,
  sl: centralEuropean,
  th: () => 'windows-874',
  tr: () => 'windows-1254',
  uk: cyrillic('koi8-u'),
  vi: () => 'windows-1258',
  zh: () => 'gb18030',
};

/** Number of bytes that are searched for the language, and number of bytes that are counted. */
const headSize = 4096;
const sampleSize = 262_144;

/**
 * The most likely encoding of a document that is not UTF-8 and declares no other encoding: that of
 * its language if it names it, or windows-1252 if its letters beyond ASCII stand mostly between
 * others, as in languages of Western Europe. `undefined` if neither holds.
 */
export function guessedEncoding(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleSize);
  const head = Buffer.from(bytes.subarray(0, headSize)).toString('latin1');
  const [, language = '', variant] = languageTag.exec(head) ?? [];
  if (language.toLowerCase() === 'zh' && variant) return 'big5';
  const guess = languageGuesses[language.toLowerCase()];
  if (guess) return guess(sample);
  return isMostlyAscii(sample) ? 'windows-1252' : undefined;
}

function countIn(bytes: Uint8Array, first: number, last: number): number {
  let count = 0;
  for (const byte of bytes) if (byte >= first && byte <= last) count += 1;
  return count;
}

/** Whether fewer than half of the bytes beyond ASCII are in sequences of four or more. */
function isMostlyAscii(bytes: Uint8Array): boolean {
  let total = 0;
  let inSequences = 0;
  let length = 0;
  for (const byte of bytes) {
    if (byte < 0x80) {
      length = 0;
      continue;
    }
    total += 1;
    length += 1;
    if (length === 4) inSequences += 4;
    else if (length > 4) inSequences += 1;
  }
  return inSequences * 2 <= total;
}
