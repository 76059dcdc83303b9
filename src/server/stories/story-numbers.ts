import { fold } from '../search/text/fold.ts';
import type { StoryWord } from './story-words.ts';

/** A number that a text states. */
export interface StatedNumber {
  /** In base units: 1200000 for 1.2 million. */
  value: number;
  /** `$` for money of any currency, `%`, the counted noun (folded, shortened), or empty. */
  unit: string;
  /** Whether a scale word such as "million" follows, so that the number may be rounded. */
  isScaled: boolean;
}

const scales = new Map([
  ...entries('hundred hundert honderd', 100),
  ...entries('thousand tausend mille mil duizend тыс bin ألف k', 1e3),
  ...entries(
    'm mln million millions mio millionen millones millon milhoes milhao milioni milione miljoen млн миллион миллиона миллионов milyon مليون',
    1e6,
  ),
  ...entries(
    'bn bln billion billions mrd milliarde milliarden milliard milliards miliardi miliardo miljard bilhoes bilhao млрд миллиард миллиарда миллиардов milyar مليار',
    1e9,
  ),
  ...entries('trillion trillions trn tn billionen billones трлн trilyon', 1e12),
  ...entries('万 萬', 1e4),
  ...entries('億 亿', 1e8),
  ...entries('兆', 1e12),
]);

const currencies = new Set(
  words(
    'dlr dlrs dollar dollars usd euro euros eur yen jpy yuan rmb renminbi stg pound pounds sterling gbp pence mark marks franc francs chf ct cts cent cents rupee rupees rouble roubles ruble rubles рублей руб доллар долларов евро peso pesos real reais lira liras tl won crown crowns kronor kroner dolar dolares dolari dollaro 円 元',
  ),
);
const percents = new Set(
  words(
    'pct percent per-cent prozent pourcent procent porciento percento процент процента процентов yuzde',
  ),
);
/** Words after a number that make it a time or a part of a date. */
const timeUnits = new Set(
  words(
    'a.m am p.m pm edt est gmt cet bst utc second seconds minute minutes hour hours day days week weeks month months year years year-old qtr quarter stunden stunde tage tagen tag wochen woche monate monaten jahre jahren jahr uhr heures heure jours jour semaines mois ans annees horas hora dias dia semanas meses mes anos ano ore giorni giorno settimane mesi anni anno uur dagen dag weken maanden jaar дней дня лет года год часов месяцев gun saat ay yil 年 月 日 時 时 分',
  ),
);
const months = new Set(
  words(
    'jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december januar februar marz mai juni juli oktober dezember janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre januari februari maart mei augustus января февраля марта апреля мая июня июля августа сентября октября ноября декабря ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik',
  ),
);
/**
 * Not "one" and its translations, which may be articles, and no words that mean something else in
 * another language: "due", "once", "seize", "elf", "sei", "sept" and "otto".
 */
const numberWords = new Map(
  [
    'two zwei deux dos dois twee два iki',
    'three drei trois tres tre drie три uc',
    'four vier quatre cuatro quatro quattro четыре dort',
    'five funf cinq cinco cinque vijf пять bes',
    'six sechs seis zes шесть alti',
    'seven sieben siete sete sette zeven семь yedi',
    'eight acht huit ocho oito восемь sekiz',
    'nine neun neuf nueve nove negen девять dokuz',
    'ten zehn dix diez dez dieci tien десять',
    'eleven onze undici одиннадцать',
    'twelve dozen zwolf douze doce doze dodici twaalf двенадцать',
    'thirteen dreizehn treize trece treze tredici dertien тринадцать',
    'fourteen vierzehn quatorze catorce catorze quattordici veertien четырнадцать',
    'fifteen fünfzehn quinze quince quindici vijftien пятнадцать',
    'sixteen sechzehn dieciseis dezesseis sedici zestien шестнадцать',
    'seventeen siebzehn dix-sept diecisiete dezessete diciassette zeventien семнадцать',
    'eighteen achtzehn dix-huit dieciocho dezoito diciotto achttien восемнадцать',
    'nineteen neunzehn dix-neuf diecinueve dezenove diciannove negentien девятнадцать',
    'twenty zwanzig vingt veinte vinte venti twintig двадцать yirmi',
  ].flatMap((line, index) => entries(line, index + 2)),
);
const tens = new Map(
  [
    'thirty dreißig trente treinta trinta trenta dertig тридцать otuz',
    'forty vierzig quarante cuarenta quarenta quaranta veertig сорок',
    'fifty fünfzig cinquante cincuenta cinquenta cinquanta vijftig пятьдесят',
    'sixty sechzig soixante sesenta sessenta sessanta zestig шестьдесят altmış',
    'seventy siebzig setenta settanta zeventig семьдесят yetmiş',
    'eighty achtzig ochenta oitenta ottanta tachtig восемьдесят seksen',
    'ninety neunzig noventa novanta negentig девяносто doksan',
  ].flatMap((line, index) => entries(line, (index + 3) * 10)),
);
/** The second parts of English numbers such as "forty-two". */
const ones = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map((word, index) => [
    word,
    index + 1,
  ]),
);
/** Words after a number that it does not count. */
const noUnit = new Set(
  words(
    'a an the of in on at to by for from and or vs versus as is was were are be been with after before up down more less than said says',
  ),
);

const ordinalEndings = new Set(words('st nd rd th er ere e eme o a'));

const maxUnitLength = 6;

/**
 * The numbers among words, without those that are dates, times or durations.
 *
 * @param end the number of words to read; the unit of a number may follow them
 */
export function statedNumbers(
  storyWords: readonly StoryWord[],
  end = storyWords.length,
): StatedNumber[] {
  const numbers: StatedNumber[] = [];
  const hasCounters = storyWords.some(({ word }) => isCounter(word));
  for (let index = 0; index < Math.min(end, storyWords.length); index += 1) {
    const number = numberAt(storyWords, index);
    if (number && !isCount(storyWords, index, hasCounters)) numbers.push(number);
  }
  return numbers;
}

/**
 * Gives a number without a unit the one that it has elsewhere in the text: "Quake kills 12" counts
 * the people of "killed 12 people".
 *
 * @param all the numbers of the text
 */
export function withUnits(
  numbers: readonly StatedNumber[],
  all: readonly StatedNumber[],
): StatedNumber[] {
  const counted = new Map<number, StatedNumber>();
  for (const number of all) {
    if (number.unit !== '' && !counted.has(number.value)) counted.set(number.value, number);
  }
  return numbers.map((number) => (number.unit === '' && counted.get(number.value)) || number);
}

/** Beginnings of words for what a page counts about itself. */
const counters = words(
  'comment kommentar comentari reacties комментар yorum upvote downvote retweet repost reblog pageview view aufruf просмотр visualiz like repl antwort コメント 评论 评论数 댓글',
);
/** The same, if the text has one of the others, or a colon follows: they may be news elsewhere. */
const possibleCounters = words('point points vote votes share shares punkte score');

function isCounter(word: string): boolean {
  return counters.some((counter) => word.startsWith(counter)) && word !== 'likely';
}

/**
 * Whether a number counts something about the page, such as "12 comments" or "Points: 10". Such
 * numbers grow while the page says nothing new.
 */
function isCount(storyWords: readonly StoryWord[], index: number, hasCounters: boolean): boolean {
  const [before, number, after] = [storyWords[index - 1], storyWords[index], storyWords[index + 1]];
  const isLabeled = before !== undefined && /^\s*[:：=]\s*$/u.test(number?.gap ?? '');
  if (isLabeled) return isCounter(before.word) || possibleCounters.includes(before.word);
  if (!after || !isJoined(after.gap)) return false;
  return isCounter(after.word) || (hasCounters && possibleCounters.includes(after.word));
}

function numberAt(storyWords: readonly StoryWord[], index: number): StatedNumber | undefined {
  const word = storyWords[index];
  if (!word) return undefined;
  const value = wordValue(word.word) ?? parseNumber(word.word);
  if (value === undefined || months.has(storyWords[index - 1]?.word ?? '')) return undefined;
  const next = storyWords[index + 1];
  const scale = scaleAt(storyWords, index + 1);
  const unit = unitOf(word, scale ?? { after: next });
  if (unit === undefined) return undefined;
  if (scale) return { value: value * scale.factor, unit, isScaled: true };
  return unit === '' && isYear(word.word) ? undefined : { value, unit, isScaled: false };
}

/** The value of a number in words, such as "twelve" or "forty-two". */
function wordValue(word: string): number | undefined {
  const value = numberWords.get(word) ?? tens.get(word);
  if (value !== undefined) return value;
  const [ten = '', one = '', ...more] = word.split('-');
  const [tenValue, oneValue] = [ten === 'twenty' ? 20 : tens.get(ten), ones.get(one)];
  return tenValue === undefined || oneValue === undefined || more.length > 0
    ? undefined
    : tenValue + oneValue;
}

/** One or two scale words, such as "hundred thousand", and the word after them. */
function scaleAt(
  storyWords: readonly StoryWord[],
  index: number,
): { factor: number; unit?: string; after: StoryWord | undefined } | undefined {
  const [next, after] = [storyWords[index], storyWords[index + 1]];
  const scale = next && isJoined(next.gap) ? scaleOf(next.word) : undefined;
  if (!scale) return undefined;
  const second = scale.factor === 100 && after && isJoined(after.gap) && scales.get(after.word);
  if (!second) return { ...scale, after };
  return { factor: scale.factor * second, after: storyWords[index + 2] };
}

/** A scale word, or a pair of Han characters that begins with one, such as 億円. */
function scaleOf(word: string): { factor: number; unit?: string } | undefined {
  const factor = scales.get(word);
  if (factor !== undefined) return { factor };
  const [first = '', second = ''] = word;
  const hanFactor = word.length === 2 && /\p{sc=Han}/u.test(first) ? scales.get(first) : undefined;
  if (hanFactor === undefined) return undefined;
  return { factor: hanFactor, unit: currencies.has(second) ? '$' : '' };
}

/** `undefined` if the number is a part of a date, a time or an ordinal. */
function unitOf(
  { gap, following }: StoryWord,
  { unit, after }: { unit?: string; after: StoryWord | undefined },
): string | undefined {
  if (/[$€£¥₹₽₺]\s*$/u.test(gap)) return '$';
  if (/^\s?[%％٪]/u.test(following)) return '%';
  if (/^\s?[$€£¥₹₽₺]/u.test(following)) return '$';
  if (unit !== undefined) return unit;
  if (!after || !/^\.?[\s\u00a0-]*$/u.test(after.gap)) return '';
  const { word } = after;
  if (timeUnits.has(word) || months.has(word)) return undefined;
  if (after.gap === '' && ordinalEndings.has(word)) return undefined;
  if (percents.has(word)) return '%';
  if (currencies.has(word)) return '$';
  return !isJoined(after.gap) || noUnit.has(word) || /\d/.test(word)
    ? ''
    : word.slice(0, maxUnitLength);
}

/** Whether nothing but spaces, hyphens and brackets separates two words. */
function isJoined(gap: string): boolean {
  return /^[\s\u00a0-]*$/u.test(gap);
}

function isYear(word: string): boolean {
  return /^(?:19|20)\d\d$/.test(word);
}

const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;

/** `undefined` for other words, times such as 12:30, dates, scores and ordinals. */
function parseNumber(word: string): number | undefined {
  if (!/^\p{N}/u.test(word)) return undefined;
  const digits = word.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
  const fraction = /^(?:(\d+)-)?(\d+)\/(\d+)$/.exec(digits);
  if (fraction) {
    const [, whole = '0', over = '0', under = '1'] = fraction;
    return Number(whole) + Number(over) / Math.max(Number(under), 1);
  }
  if (!/^[\d.,]+$/.test(digits)) return undefined;
  const separator = grouped.exec(digits)?.[1];
  const plain = separator === undefined ? digits : digits.replaceAll(separator, '');
  const value = Number(plain.replace(',', '.'));
  return Number.isFinite(value) ? value : undefined;
}

/** The value of a decimal digit of any script: each script has ten in a row. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

function words(list: string): string[] {
  return list.split(' ').map(fold);
}

function entries(list: string, value: number): [string, number][] {
  return words(list).map((word) => [word, value]);
}
