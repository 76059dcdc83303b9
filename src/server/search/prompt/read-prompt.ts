import { once } from '../../../contract/once.ts';
import { LruCache } from '../../../node/lru-cache.ts';
import { quotations, searchedText } from '../searched-text.ts';
import { detectLanguages } from '../text/detect-language.ts';
import { defaultLanguage, type Language, latinLanguages } from '../text/languages.ts';
import { exactAlternatives } from '../text/term-alternatives.ts';
import { wordsOf } from '../text/words/words-of.ts';
import { type AmountLimit, readAmountLimits } from './amount-limits.ts';
import { divideExclusions } from './exclusions.ts';
import { lexiconCounts } from './local-units.ts';
import { parseExclusion, parsePrompt, type QueryClause } from './parse-prompt.ts';
import { withoutFrames } from './prompt-frames.ts';
import type { QueryUnit } from './query-unit.ts';
import { writtenName } from './written-name.ts';

/** What the text of a prompt asks for. */
export interface PromptCondition {
  /** The text without its exclusions and amounts. */
  wanted: string;
  /** The plausible languages of the text, most probable first. */
  languages: readonly Language[];
  /** A news item must meet one of them. Empty if the prompt has no words: nothing satisfies it. */
  clauses: QueryClause[];
  /** Amounts that the item must have near the subject of the clause that it meets. */
  limits: AmountLimit[];
  /** The item must not be about all units of any of these. */
  exclusions: QueryUnit[][];
  /** What is excluded only in words that say nothing, as written: "but not the others". */
  ignoredExclusions: string[];
  /** Exclusions without a word after them, as written. */
  emptyExclusions: string[];
  /** Comparisons whose number cannot be read, as written. */
  unreadLimits: string[];
  /** Whether the rule needs `JudgedItem.rawText`, to compare amounts or how a name is written. */
  readsText: boolean;
}

/** The conditions of recent prompts. Creating a monitor reads its prompt for each of its steps. */
const conditions = new LruCache<string, PromptCondition>({
  maxSize: 200_000,
  sizeOf: ({ wanted }) => wanted.length + 100,
});

/**
 * Reads a prompt, without the URLs of its feeds. Text beyond the limits of `searchedText` is ignored.
 */
export function readPrompt(text: string): PromptCondition {
  const known = conditions.get(text);
  if (known) return known;
  const condition = read(text);
  conditions.set(text, condition);
  return condition;
}

function read(text: string): PromptCondition {
  const { searched: spaced, ignored } = searchedText(text);
  // Matching a marker takes quadratic time in the spaces before it. "https://" is not a word.
  const searched = spaced.replace(/(?<!\S)https?:\/\/(?!\S)/gi, '').replace(/\s+/g, ' ');
  const languages = promptLanguages(searched);
  const phrases: string[] = [];
  // Nothing in quotes excludes or compares.
  const unquoted = searched.replace(/"[^"]*"/g, (phrase) => {
    phrases.push(phrase);
    return `"${phrases.length - 1}"`;
  });
  const quoted = (part: string) =>
    part.replace(/"(\d+)"/g, (_, index) => phrases[Number(index)] ?? '');
  const { wanted, excluded, empty } = divideExclusions(unquoted, languages);
  const { limits, rest, unread } = readAmountLimits(wanted);
  const asked = quoted(withoutFrames(rest));
  const exclusions = excluded.map((each) => {
    const text = quoted(each);
    return { text, alternatives: parseExclusion(text, quotedPhrases(text, languages), languages) };
  });
  const clauses = parsePrompt(asked, quotedPhrases(asked, languages), languages);
  const excludedUnits = exclusions.flatMap(({ alternatives }) => alternatives);
  return {
    wanted: asked,
    languages,
    clauses,
    limits,
    exclusions: excludedUnits,
    ignoredExclusions: exclusions
      .filter(({ alternatives }) => alternatives.length === 0)
      .map(({ text }) => text),
    // What the last one excludes may be in the ignored text.
    emptyExclusions: ignored === '' ? empty : [],
    unreadLimits: unread,
    readsText: limits.length > 0 || excludedUnits.some((each) => writtenName(each, clauses)),
  };
}

/** Maximum length of a prompt that is read in several languages. A longer one shows its language. */
const maxUncertainLength = 300;

/** The function words of English that no other analyzed language has. */
const englishOnly = once(() => {
  const others = latinLanguages.filter((language) => language !== defaultLanguage);
  return [...wordsOf(defaultLanguage).functionWords].filter(
    (word) => word.length > 2 && !others.some((other) => wordsOf(other).functionWords.has(word)),
  );
});

function promptLanguages(text: string): readonly Language[] {
  const languages = detectLanguages(text);
  const [first] = languages;
  const words = new Set(text.toLowerCase().split(/[^\p{L}]+/u));
  const isEnglish = first === defaultLanguage && englishOnly().some((word) => words.has(word));
  if (isEnglish) return [defaultLanguage];
  if (text.length > maxUncertainLength)
    return languages.length > 2 ? languages.slice(0, 1) : languages;
  const counts = lexiconCounts(text);
  const detected = detectLanguages(text, counts);
  if (detected.length <= 2) return detected;
  const most = Math.max(...counts.values());
  const [known, ...others] = [...counts.keys()].filter((language) => counts.get(language) === most);
  return known ? [known, defaultLanguage, ...others] : detected;
}

/** The quoted phrases, each in the terms of every plausible language. */
function quotedPhrases(text: string, languages: readonly Language[]): string[][][] {
  return [...quotations(text)].map(({ inside }) => exactAlternatives(inside, languages));
}
