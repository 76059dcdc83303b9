import { once } from '../../../contract/once.ts';
import { lowerCase, withoutAccents } from './fold.ts';
import { defaultLanguage, type Language, latinLanguages } from './languages.ts';
import { wordsOf } from './words/words-of.ts';

/** Number of words that are examined: more rarely change the result. */
const maxWords = 80;
/** In UTF-16 code units. */
const maxLength = 800;
/** Minimum score of a language other than English, and its minimum lead over every other language. */
const minScore = 1.5;
const minLead = 1.5;

const word = /[\p{L}\p{M}]+/gu;
/** Letters that show languages, and how much. */
const letters: readonly (readonly [RegExp, readonly Language[]])[] = [
  [/ß/, ['de']],
  [/[äöü]/, ['de', 'tr']],
  [/[ñ¿¡]/, ['es']],
  [/[áíóú]/, ['es', 'pt']],
  [/[ãõ]/, ['pt']],
  [/[ğışŞİ]/, ['tr']],
  [/ç/, ['fr', 'pt', 'tr']],
  [/[êèœûî]/, ['fr']],
  [/[àèìòù]$/, ['it']],
];

/** The languages that have a function word, by the folded word. */
const languagesOfWord = once(() => {
  const byWord = new Map<string, Language[]>();
  for (const language of latinLanguages) {
    const { functionWords } = wordsOf(language);
    for (const each of functionWords) byWord.set(each, [...(byWord.get(each) ?? []), language]);
  }
  return byWord;
});

const englishHints = / (?:the|and|of|said|with|from|that|has|its|by|will|for) /gi;

/**
 * The language to analyze a news item in: that of its function words, English if they do not show
 * another one clearly.
 */
export function languageOfText(text: string): Language {
  const start = text.slice(0, maxLength);
  if ((start.match(englishHints)?.length ?? 0) > 3) return defaultLanguage;
  const [best] = ranked(start);
  return best && isCertain(best) ? best.language : defaultLanguage;
}

/**
 * The plausible languages of a query or a prompt, most probable first, at least one. A single
 * language is certain. A text of a few content words gets all languages of its script.
 */
export function detectLanguages(text: string): Language[] {
  const scripts = scriptLanguages(text);
  if (scripts) return scripts;
  const found = ranked(text.slice(0, maxLength));
  const [best] = found;
  if (best && isCertain(best)) return [best.language];
  const first = best && best.score >= 1 && best.lead >= 0.5 ? best.language : defaultLanguage;
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
  /** Difference to the next language. */
  lead: number;
}

function isCertain({ score, lead }: ScoredLanguage): boolean {
  return score >= minScore && lead >= minLead;
}

/** The Latin languages with evidence, best first. */
function ranked(text: string): ScoredLanguage[] {
  const scores = new Map<Language, number>();
  const add = (found: readonly Language[]) => {
    for (const each of found) scores.set(each, (scores.get(each) ?? 0) + 1 / found.length);
  };
  const words = (lowerCase(text).match(word) ?? []).slice(0, maxWords);
  for (const each of new Set(words)) {
    const found = languagesOfWord().get(withoutAccents(each));
    if (found) add(found);
    for (const [letter, shown] of letters) if (letter.test(each)) add(shown);
  }
  const sorted = [...scores].sort((a, b) => b[1] - a[1]);
  return sorted.map(([language, score], at) => {
    return { language, score, lead: score - (sorted[at + 1]?.[1] ?? 0) };
  });
}
