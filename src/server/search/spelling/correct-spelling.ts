import { WorkSlices } from '../../../node/work-slices.ts';
import type { NewsStore } from '../../store/store.ts';
import { parseQuery, type Query } from '../query.ts';
import { conceptTerms, queryConcepts } from '../ranking/concepts.ts';
import type { Language } from '../text/languages.ts';
import { termOf } from '../text/stem.ts';
import { editLikelihood, neighbors } from './neighbors.ts';
import { WrittenWords } from './written-words.ts';

/** Maximum number of words of a query that is corrected: longer texts are usually pasted. */
const maxWords = 8;
/** Maximum number of words that are corrected. */
const maxCorrections = 3;
/** Minimum number of first letters that two forms of a word have in common. */
const minSharedStart = 4;
/** Number of words that are stemmed at a time. */
const wordsPerSlice = 50;
/** Maximum number of terms whose written form is looked for. */
const maxTriedTerms = 3;
/** Number of items that are read to find it, and of UTF-16 code units of their bodies. */
const comparedItems = 10;
const maxComparedLength = 5_000;

/** Maximum number of languages besides the most probable one. */
const maxOtherLanguages = 1;
/** Letters that distinguish a language from most others. */
const ownLetters: Readonly<Partial<Record<Language, RegExp>>> = {
  en: /^\p{ASCII}*$/u,
  de: /[äöß]/,
  tr: /[ğış]/,
  pt: /[ãõ]/,
  es: /[ñíóú]/,
  fr: /[éèêçœ]/,
  it: /[àìòù]/,
  nl: /[ëï]/,
};

interface Word {
  text: string;
  start: number;
}

/**
 * Corrects the words of a query that no item has, in any form or as a related word. Each becomes the
 * word at one edit that most items have. Phrases in quotes and words of fewer than 4 letters are not
 * corrected.
 *
 * @returns the corrected query; `undefined` if there is nothing to correct
 */
export async function correctSpelling(
  store: NewsStore,
  text: string,
  work = new WorkSlices(),
): Promise<string | undefined> {
  const words = wordsOutsideQuotes(text);
  if (words.length > maxWords) return undefined;
  const query = parseQuery(text);
  const { terms } = query;
  if (!(await hasUnknownTerm(store, query, work))) return undefined;
  const languages = languagesOfCorrections(text, query.languages);
  const unknown = await unknownWords(store, words, new Set(terms), work);
  let corrected = text;
  // From the end, so that the offsets of earlier words remain valid.
  for (const { text: word, start } of unknown.slice(0, maxCorrections).toReversed()) {
    const other = await bestNeighbor(store, word, languages, work);
    if (other === undefined) continue;
    const end = start + word.length;
    corrected = `${corrected.slice(0, start)}${inCaseOf(word, other)}${corrected.slice(end)}`;
  }
  return corrected === text ? undefined : corrected;
}

/** Minimum number of items with a word that is suggested for a word of a prompt. */
const minSuggestedItems = 3;

/**
 * The frequent word at one edit of an unknown word of a prompt, in the same case.
 *
 * @param languages the plausible languages of the prompt, most probable first
 */
export async function frequentNeighbor(
  store: NewsStore,
  word: string,
  languages: readonly Language[],
  work: WorkSlices,
): Promise<string | undefined> {
  if (!/^[\p{L}\p{M}]+$/u.test(word)) return undefined;
  const corrected = languagesOfCorrections(word, languages);
  const other = await bestNeighbor(store, word, corrected, work, minSuggestedItems);
  return other === undefined ? undefined : inCaseOf(word, other);
}

async function hasUnknownTerm(store: NewsStore, query: Query, work: WorkSlices): Promise<boolean> {
  const concepts = queryConcepts(query);
  const frequencies = await store.frequencies(conceptTerms(concepts), work);
  return concepts.some((concept) => !conceptTerms([concept]).some((term) => frequencies.has(term)));
}

/**
 * The languages of the words that may replace a misspelled one, most probable first. Stemming hundreds
 * of words in all plausible languages would take long, so a query that does not show its language is
 * corrected in the first one and, if it has letters with accents, in those that use them.
 */
function languagesOfCorrections(text: string, [first, ...others]: readonly Language[]): Language[] {
  if (first === undefined) return [];
  const isCertain = others.length <= 1;
  const letters = text.toLowerCase();
  const plausible = others.filter((each) => isCertain || ownLetters[each]?.test(letters));
  return [first, ...plausible.slice(0, maxOtherLanguages)];
}

function wordsOutsideQuotes(text: string): Word[] {
  const outside = text.replace(
    /["\u201c\u201d\u201e\u201f][^"\u201c\u201d\u201e\u201f]*["\u201c\u201d\u201e\u201f]/g,
    (quoted) => ' '.repeat(quoted.length),
  );
  return [...outside.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => {
    return { text: word, start: index };
  });
}

/** The words of the query that no item has in any form. */
async function unknownWords(
  store: NewsStore,
  words: readonly Word[],
  queryTerms: ReadonlySet<string>,
  work: WorkSlices,
): Promise<Word[]> {
  const parsed = words.map((word) => {
    const query = parseQuery(word.text);
    const isSearched = query.terms.some((term) => queryTerms.has(term));
    return { word, terms: isSearched ? conceptTerms(queryConcepts(query)) : [] };
  });
  const frequencies = await store.frequencies(
    parsed.flatMap(({ terms }) => terms),
    work,
  );
  return parsed
    .filter(({ terms }) => terms.length > 0 && !terms.some((term) => frequencies.has(term)))
    .map(({ word }) => word);
}

/** A word that items have. */
interface WrittenForm {
  word: string;
  /** Whether it is mostly in capitals, in texts that are not. */
  isAcronym: boolean;
}

/** Looks in the most probable language first, then in the others. */
async function bestNeighbor(
  store: NewsStore,
  word: string,
  [first, ...others]: readonly Language[],
  work: WorkSlices,
  minItems = 1,
): Promise<string | undefined> {
  const words = neighbors(word.toLowerCase());
  const isCapitals = word.length > 1 && word === word.toUpperCase();
  for (const languages of [first ? [first] : [], others]) {
    const forms = await formsByTerm(words, languages, work);
    const frequencies = await store.frequencies([...forms.keys()], work);
    const frequent = new Map([...frequencies].filter(([, items]) => items >= minItems));
    const best = likeliestTerms(word.toLowerCase(), forms, frequent);
    const found: WrittenForm[] = [];
    for (const term of best.slice(0, maxTriedTerms)) {
      const options = { term, forms: forms.get(term) ?? [], languages };
      found.push(...(await writtenForm(store, options, work)));
      if (found.length > 0 && !isCapitals) break;
    }
    const chosen = chooseForm(found, isCapitals);
    if (chosen) return chosen.word;
  }
  return undefined;
}

/** A word in capitals may be the name of an organization, which is written in capitals. */
function chooseForm(found: readonly WrittenForm[], isCapitals: boolean): WrittenForm | undefined {
  return (isCapitals && found.find(({ isAcronym }) => isAcronym)) || found[0];
}

/** The terms of the neighbors of a word, by the number of items and the likelihood of the mistake. */
function likeliestTerms(
  word: string,
  forms: ReadonlyMap<string, readonly string[]>,
  frequencies: ReadonlyMap<string, number>,
): string[] {
  const scored = [...frequencies].map(([term, items]) => {
    const likelihoods = (forms.get(term) ?? []).map((form) => editLikelihood(word, form));
    return { term, score: items * Math.max(...likelihoods) };
  });
  return scored
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .map(({ term }) => term);
}

async function formsByTerm(
  words: readonly string[],
  languages: readonly Language[],
  work: WorkSlices,
): Promise<Map<string, string[]>> {
  const forms = new Map<string, string[]>();
  for (const language of languages) {
    for (const [at, each] of words.entries()) {
      if (at % wordsPerSlice === 0) await work.next();
      const term = termOf(each, language);
      forms.set(term, [...(forms.get(term) ?? []), each]);
    }
  }
  return forms;
}

/**
 * The word of a term that the newest items with it have: one of these forms if they have any, else the
 * most frequent one. At most one.
 */
async function writtenForm(
  store: NewsStore,
  {
    term,
    forms,
    languages,
  }: { term: string; forms: readonly string[]; languages: readonly Language[] },
  work: WorkSlices,
): Promise<WrittenForm[]> {
  const terms = [{ term, weight: 1, titleWeight: 0 }];
  const query = { terms, phrases: [], newest: comparedItems, limit: comparedItems };
  const words = new WrittenWords();
  for (const { id } of await store.candidates(query, work)) {
    await work.next();
    const item = await store.get(id);
    if (!item) continue;
    for (const text of [item.title, item.description, item.body ?? '']) {
      words.add(text.slice(0, maxComparedLength));
    }
  }
  await work.next();
  const written = words.mostFrequentFirst();
  const start = forms[0]?.slice(0, minSharedStart);
  const word =
    written.find((each) => forms.includes(each)) ??
    written.find(
      (each) =>
        start !== undefined &&
        each.startsWith(start) &&
        languages.some((language) => termOf(each, language) === term),
    );
  return word === undefined ? [] : [{ word, isAcronym: words.isAcronym(word) }];
}

/** The word, capitalized like another one. */
function inCaseOf(other: string, word: string): string {
  if (other === other.toUpperCase()) return word.toUpperCase();
  const [first = '', ...rest] = word;
  return /^\p{Lu}/u.test(other) ? `${first.toUpperCase()}${rest.join('')}` : word;
}
