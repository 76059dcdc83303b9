import { LruCache } from '../../../node/lru-cache.ts';
import { runInSlices, runSteps, type Steps } from '../../../node/steps.ts';
import type { WorkSlices } from '../../../node/work-slices.ts';
import { quotations, searchedText } from '../searched-text.ts';
import { defaultLanguage, type Language } from '../text/languages.ts';
import { otherSpellings } from '../text/name-spellings.ts';
import { regionAt } from '../text/regions.ts';
import { loadStopTerms } from '../text/stop-words.ts';
import { exactAlternatives } from '../text/term-alternatives.ts';
import { longestEntryAt } from '../text/thesaurus.ts';
import { inActiveVoice } from './active-voice.ts';
import { type AmountLimit, readAmountLimits } from './amount-limits.ts';
import { plainConnectives } from './connectives.ts';
import { divideExclusions } from './exclusions.ts';
import { actionAt, subjectAt } from './lexicon.ts';
import { withListMarks } from './list-items.ts';
import { loadLexicon } from './local-units.ts';
import { parseExclusion, parsePrompt, type QueryClause } from './parse-prompt.ts';
import { withoutFrames } from './prompt-frames.ts';
import { promptLanguages } from './prompt-languages.ts';
import type { QueryUnit, QuotedPhrase } from './query-unit.ts';
import { isReported } from './unit-reports.ts';
import { unitsOf } from './unit-terms.ts';
import { withoutUnspacedFrames } from './unspaced-frames.ts';
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
  /** Whether the rule needs `JudgedItem.rawText`: for amounts, events, or how a name is written. */
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
  return conditions.get(text) ?? runSteps(readingSteps(text));
}

/**
 * Like {@link readPrompt}, in slices: a long prompt, and the first one in a language, whose lexicon is
 * loaded then, take longer than a turn of the event loop should.
 *
 * @throws the reason of the signal of the work if it is aborted
 */
export async function readPromptInSlices(text: string, work: WorkSlices): Promise<PromptCondition> {
  return conditions.get(text) ?? runInSlices(readingSteps(text), work);
}

function* readingSteps(text: string): Steps<PromptCondition> {
  const condition = yield* read(text);
  conditions.set(text, condition);
  return condition;
}

function* read(text: string): Steps<PromptCondition> {
  const { searched: spaced, ignored } = searchedText(text);
  yield;
  const listed = withListMarks(spaced);
  // Matching a marker takes quadratic time in the spaces before it. "https://" and HTML tags and
  // entities are not words.
  const searched = listed
    .replace(/(?<!\S)https?:\/\/(?!\S)/gi, '')
    .replace(/<\/?[a-z](?:[^<>"]|"[^<>"]{0,500}"){0,200}>/gi, ' ')
    .replace(/&amp;/gi, '&')
    .replace(/&(?:nbsp|quot|apos|lt|gt|#\d{1,7}|#x[\da-f]{1,6});/gi, ' ')
    .replace(/\s+/g, ' ');
  yield* loadTables();
  const languages = yield* promptLanguages(searched);
  yield* loadLexicon(languages[0] ?? defaultLanguage);
  const phrases: string[] = [];
  // Nothing in quotes excludes or compares.
  const unquoted = searched.replace(/"[^"]*"/g, (phrase) => {
    phrases.push(phrase);
    return `"${phrases.length - 1}"`;
  });
  const quoted = (part: string) =>
    part.replace(/"(\d+)"/g, (_, index) => phrases[Number(index)] ?? '');
  const unspaced = withoutUnspacedFrames(unquoted);
  const connected = plainConnectives(unspaced?.text ?? unquoted);
  const { wanted, excluded, empty } = divideExclusions(connected, languages);
  yield;
  const { limits, rest, unread } = readAmountLimits(wanted);
  yield;
  const plain = withoutFrames(rest);
  const asked = quoted(languages[0] === defaultLanguage ? inActiveVoice(plain) : plain);
  const exclusions: { text: string; alternatives: QueryUnit[][] }[] = [];
  for (const each of excluded) {
    const text = quoted(each);
    const phrases = quotedPhrases(text, languages);
    exclusions.push({ text, alternatives: yield* parseExclusion(text, phrases, languages) });
  }
  const asks = yield* parsePrompt(asked, quotedPhrases(asked, languages), languages);
  const clauses = asks.length > 0 ? asks : yield* countedClauses(limits, languages);
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
    unreadLimits: [...(unspaced?.unread ?? []), ...unread],
    readsText:
      limits.length > 0 ||
      unitsOf(clauses).some(isReported) ||
      excludedUnits.some((each) => writtenName(each, clauses)),
  };
}

/** What the first limit counts, in all its forms: "more than 10 dead" asks for nothing else. */
function* countedClauses(
  limits: readonly AmountLimit[],
  languages: readonly Language[],
): Steps<QueryClause[]> {
  const subject = limits.find((limit) => limit.subject !== undefined)?.subject;
  const clauses = subject === undefined ? [] : yield* parsePrompt(subject, [], languages);
  const withForms = ({ spellings, related, ...unit }: QueryUnit): QueryUnit => {
    return { ...unit, spellings: [...spellings, ...related], related: [] };
  };
  return clauses.map((clause) =>
    clause.map(({ alternatives }) => ({
      alternatives: alternatives.map((units) => units.map(withForms)),
    })),
  );
}

/** The tables that the first prompt of a process loads. */
const tables = [
  () => otherSpellings([]),
  () => regionAt([], 0),
  () => actionAt([], 0),
  () => subjectAt([], 0),
  () => longestEntryAt([], 0),
];

function* loadTables(): Steps<void> {
  yield* loadStopTerms();
  for (const load of tables) {
    load();
    yield;
  }
}

/** The quoted phrases, each in the terms of every plausible language. */
function quotedPhrases(text: string, languages: readonly Language[]): QuotedPhrase[] {
  return [...quotations(text)].map(({ inside }) => {
    return { label: inside.trim(), alternatives: exactAlternatives(inside, languages) };
  });
}
