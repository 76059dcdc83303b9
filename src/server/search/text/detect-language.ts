import { once } from '../../../contract/once.ts';
import { isAscii } from './ascii.ts';
import { lowerCase, withoutAccents } from './fold.ts';
import { defaultLanguage, type Language, latinLanguages } from './languages.ts';
import type { LanguageWords } from './words/language-words.ts';
import { wordsOf } from './words/words-of.ts';

/** Number of distinct words that are examined: more rarely change the result. */
const maxWords = 60;
/** Maximum length of a title and of a text that is examined, in UTF-16 code units. */
const maxLength = 600;
/** Minimum score of a language that is not English, and its minimum lead over every other. */
const minScore = 1.5;
const minLead = 0.5;
/** The score of a word whose letters are typical of a language; that of a function word is 1. */
const shapeScore = 0.75;

/** Single letters are mostly initials, but between words "o" and "y" are conjunctions. */
const word = /[\p{L}\p{M}]{2,}|(?<=\p{L}{2} )(?:e(?! h?i)|[ouy])(?= (?:\p{L} )?\p{L}{2})/gu;

const sentenceStart = /(?<=^|[.!?:]\s)\p{Lu}(?=\p{Ll})/gu;

/** Endings and letters of words that are typical of a language. */
const shapes: Readonly<Partial<Record<Language, RegExp>>> = {
  en: /th|wh|ck|ght|[ae]y|sh|oo|[^aeiou]ly$|ings?$|[st]ions?$|ed$/,
  de: /[ßä]|sch|[td]z|pf|ung(?:en)?$|[hk]eit(?:en)?$|lich|isch|ieren$|iert$|[eu]r[tn]$/,
  fr: /[êèœûî]|eau|eux$|aux$|oux$|iques?$|[éè]e?s?$|ements?$|aient$|euses?$|oires?$|ions$/,
  es: /[ñ¿¡]|ci[oó]n(?:es)?$|dad(?:es)?$|ados?$|adas?$|[áé]n$|[íu]as?$|ó$|ientos?$|ll[ao]s?$/,
  pt: /[ãõ]|[çc][ãa]o$|[cç][õo]es$|dades?$|lh|nh|agem$|[êâ]n|mentos?$|eir[ao]s?$|[aei]m$|ou$/,
  it: /zion[ei]$|[àòù]$|tà$|gli|cch|zz|ggi|ss[aei]|tt[aeio]$|mente$|[ai]ti$|[ao]no$|ezza$/,
  nl: /ij|aa|uu|[^aeio]ee[^dknpst]|[^bw]oe|heid$|lijk|tjes?$|[bg]en$|[dk]en$|[eo]rdt$/,
  tr: /[ğış]|l[ae]r[ıi]?$|yor$|[dt][ıi]$|m[ae]s[ıi]$|l[ıi]k$|[ıiuü]n[ıiuü]?$|y[ıie]/,
};

/** English words that are function words of another language. */
const englishLookalikes = 'car comment den door men non pour sin son sous ten van via war'.split(
  ' ',
);

type LanguagesByWord = ReadonlyMap<string, readonly Language[]>;

/** The languages that have a function word, by the folded word. */
const languagesOfWord = once(() => languagesByWord(({ functionWords }) => [...functionWords]));

/** The same, with the words that ask for news: "avísame", "noticias". */
const languagesOfRequestWord = once(() =>
  languagesByWord(({ functionWords, commandVerbs, newsWords, conditions, and, or }) =>
    [functionWords, commandVerbs, newsWords, conditions, and, or].flatMap((words) => [...words]),
  ),
);

function languagesByWord(wordsIn: (words: LanguageWords) => string[]): LanguagesByWord {
  const byWord = new Map<string, Language[]>();
  for (const language of latinLanguages) {
    const words = new Set(wordsIn(wordsOf(language)));
    // In Spanish only before "i".
    if (language === 'es') words.delete('e');
    if (language === 'en') for (const each of englishLookalikes) words.add(each);
    for (const each of words) byWord.set(each, [...(byWord.get(each) ?? []), language]);
  }
  return byWord;
}

const englishWord = / (?:the|and|said|with|from|that|its|by|of|to) /g;
/** In UTF-16 code units: enough for most English texts to show that they are. */
const hintLength = 400;
const minHints = 3;

/**
 * The language to analyze a news item in: that of its words in Latin script; English if they do not
 * show another one clearly.
 */
export function languageOfItem(title: string, text: string): Language {
  if (isClearlyEnglish(text)) return defaultLanguage;
  const start = `${title.slice(0, maxLength)}. ${text.slice(0, maxLength)}`;
  const words = evidentWords(start, languagesOfWord());
  if (!words.some(isForeign)) return defaultLanguage;
  const [best] = ranked(words);
  return best && isCertain(best) ? best.language : defaultLanguage;
}

/** A fast check, because most news is English. */
function isClearlyEnglish(text: string): boolean {
  const start = text.slice(0, hintLength);
  englishWord.lastIndex = 0;
  for (let hints = 0; hints < minHints; hints += 1) if (!englishWord.test(start)) return false;
  return true;
}

/**
 * The plausible languages of a query or a prompt, most probable first. If the first one is certain,
 * there is only {@link defaultLanguage} besides it. A text of a few content words gets all languages
 * of its script.
 *
 * @param knownWords number of other words of the text that each language is known to have
 */
export function detectLanguages(
  text: string,
  knownWords = new Map<Language, number>(),
): Language[] {
  const scripts = scriptLanguages(text);
  if (scripts) return scripts;
  const words = evidentWords(text.slice(0, maxLength), languagesOfRequestWord());
  const [best] = ranked(words, knownWords);
  // A short item without function words is analyzed in the default language.
  if (best && isCertain(best)) return [...new Set([best.language, defaultLanguage])];
  const isFirst = best && best.score >= 1 && (best.lead >= minLead || isForeignTie(best, words));
  const first = isFirst ? best.language : defaultLanguage;
  return [first, ...latinLanguages.filter((language) => language !== first)];
}

/** The languages of a text whose letters are mostly Cyrillic or Arabic. */
function scriptLanguages(text: string): Language[] | undefined {
  const letterCount = text.match(/\p{L}/gu)?.length ?? 0;
  const isMostly = (script: RegExp) => (text.match(script)?.length ?? 0) * 2 > letterCount;
  if (isMostly(/\p{sc=Cyrillic}/gu)) return ['ru'];
  if (isMostly(/\p{sc=Arabic}/gu)) return ['ar'];
  return undefined;
}

interface ScoredLanguage {
  language: Language;
  score: number;
  /** Number of words that are not English: function words, and words with accents. */
  ownWords: number;
  /** Difference to the next language. */
  lead: number;
}

function isCertain({ score, lead, ownWords }: ScoredLanguage): boolean {
  return score >= minScore && lead >= minLead && ownWords > 0;
}

/** Whether several languages have the words, but not English: "noticias sobre". */
function isForeignTie({ score, ownWords }: ScoredLanguage, words: readonly EvidentWord[]): boolean {
  const english = evidenceOf(defaultLanguage, words);
  return score >= minScore && ownWords > 0 && score >= english.score + minLead;
}

/** The Latin languages with evidence, best first. */
function ranked(
  words: readonly EvidentWord[],
  knownWords = new Map<Language, number>(),
): ScoredLanguage[] {
  const scored = latinLanguages.map((language) => {
    const { score, ownWords } = evidenceOf(language, words);
    const known = knownWords.get(language) ?? 0;
    return { language, score: score + known, ownWords: ownWords + known };
  });
  const sorted = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return sorted.map((language, at) => {
    return { ...language, lead: language.score - (sorted[at + 1]?.score ?? 0) };
  });
}

function evidenceOf(language: Language, words: readonly EvidentWord[]) {
  let score = 0;
  let ownWords = 0;
  for (const { text, languages, isInCapitals } of words) {
    if (languages?.includes(language)) {
      score += 1;
      if (language === defaultLanguage || !languages.includes(defaultLanguage)) ownWords += 1;
    } else if (!languages && !isInCapitals && shapes[language]?.test(text)) {
      score += shapeScore;
      if (!isAscii(text)) ownWords += 1;
    }
  }
  return { score, ownWords };
}

/** Whether a word may be a native word of a language other than English. */
function isForeign({ text, languages }: EvidentWord): boolean {
  return languages ? !languages.includes(defaultLanguage) : !isAscii(text);
}

interface EvidentWord {
  /** In lower case. */
  text: string;
  /** Whether most words of the text are capitalized, so that any word may be a name. */
  isInCapitals: boolean;
  /** The languages whose function word it is, if any. */
  languages: readonly Language[] | undefined;
}

/**
 * The distinct words of a text in lower case. Capitalized words, which are often names ("Los
 * Alamos"), do not show a language, unless the text is in capitals.
 */
function evidentWords(text: string, languages: LanguagesByWord): EvidentWord[] {
  const words = text.replace(sentenceStart, (letter) => letter.toLowerCase()).match(word) ?? [];
  const lower = words.filter((each) => !/^\p{Lu}/u.test(each));
  const isInCapitals = lower.length * 4 <= words.length;
  const distinct = [
    ...new Set((isInCapitals ? words : lower).map((each) => lowerCase(each))),
  ].slice(0, maxWords);
  return distinct.map((each) => {
    return { text: each, isInCapitals, languages: languages.get(withoutAccents(each)) };
  });
}
