import { analyze } from '../text/analyzer.ts';
import { otherSpellings } from '../text/name-spellings.ts';
import { regionAt } from '../text/regions.ts';
import { longestEntryAt } from '../text/thesaurus.ts';
import { capitalized, isCapitalized } from './letter-case.ts';
import { actionAt, subjectAt } from './lexicon.ts';
import { knownNameLength, maxKnownName, nameUnit } from './name-units.ts';
import { label, type QueryUnit } from './query-unit.ts';
import type { QueryWord } from './query-words.ts';
import { endsPhrase } from './separators.ts';

/** The terms of the words of a prompt, to find phrases that span several words. */
export class TermSequence {
  readonly words: readonly QueryWord[];
  readonly terms: string[] = [];
  /** The index of the first term of each word. */
  readonly #starts: number[] = [];

  constructor(words: readonly QueryWord[]) {
    this.words = words;
    for (const { text } of words) {
      this.#starts.push(this.terms.length);
      this.terms.push(...analyze(text).terms);
    }
    this.#starts.push(this.terms.length);
  }

  start(word: number): number {
    return this.#starts[word] ?? this.terms.length;
  }

  /** Number of words that `count` terms from a word make up; 0 if the last one has more. */
  wordCount(word: number, count: number): number {
    const end = this.#starts.indexOf(this.start(word) + count, word + 1);
    const length = end - word;
    const inner = this.words.slice(word, end - 1);
    return end < 0 || inner.some(({ text }) => endsPhrase.test(text)) ? 0 : length;
  }
}

/** A region, an action or the subject of an event at an index. */
export function knownUnit(
  sequence: TermSequence,
  index: number,
  detectNames: boolean,
): { unit: QueryUnit; length: number } | undefined {
  const { terms, words } = sequence;
  const start = sequence.start(index);
  const found = regionAt(terms, start);
  const length = found ? sequence.wordCount(index, found.length) : 0;
  if (found && length > 0 && isRegion(words, index, length, detectNames)) {
    const { label: name, names, places } = found.region;
    const phrase = terms.slice(start, start + found.length);
    const unit = {
      label: name,
      phrase,
      kind: 'region' as const,
      spellings: names,
      related: places,
    };
    return { unit, length };
  }
  return knownName(sequence, index) ?? lexiconUnit(sequence, index);
}

/** A known name of several words at an index, even in lower case. */
function knownName(
  sequence: TermSequence,
  index: number,
): { unit: QueryUnit; length: number } | undefined {
  const rest = sequence.words.slice(index, index + maxKnownName);
  const end = rest.findIndex(({ text }) => endsPhrase.test(text));
  const words = end < 0 ? rest : rest.slice(0, end + 1);
  const length = knownNameLength(words);
  return length > 1 ? { unit: nameUnit(words.slice(0, length)), length } : undefined;
}

/** An action or the subject of an event at an index, the longer of them. */
function lexiconUnit(
  sequence: TermSequence,
  index: number,
): { unit: QueryUnit; length: number } | undefined {
  const { terms, words } = sequence;
  const start = sequence.start(index);
  const action = actionAt(terms, start);
  const subject = subjectAt(terms, start);
  const isSubject = (subject?.length ?? 0) >= (action?.length ?? 0);
  const found = isSubject ? subject : action;
  const length = found ? sequence.wordCount(index, found.length) : 0;
  if (!found || length === 0) return undefined;
  const phrase = terms.slice(start, start + found.length);
  if (otherSpellings(phrase) || (length === 1 && !words[index]?.isContent)) return undefined;
  const thesaurus = longestEntryAt(terms, start);
  const hasSynonyms = thesaurus?.length === found.length && !found.entry.isMarked;
  const synonyms = hasSynonyms ? thesaurus.others : [];
  const { forms, newsForms } = found.entry;
  const unit: QueryUnit = {
    label: label(words.slice(index, index + length)),
    phrase,
    kind: 'word',
    spellings: forms.filter((form) => form.join(' ') !== phrase.join(' ')),
    related: isSubject ? [...newsForms, ...synonyms] : synonyms,
    ...(isSubject && { subject: found.entry }),
    ...(action && { action: action.entry }),
  };
  return { unit, length };
}

/** Whether the words are a region, not a part of a name such as European Union or Gulf Oil. */
function isRegion(
  words: readonly QueryWord[],
  index: number,
  length: number,
  detectNames: boolean,
): boolean {
  const [first, last] = [words[index], words[index + length - 1]];
  if (!first || !last) return false;
  const inLowerCase = !words.some(({ text }) => capitalized.test(text));
  const its = words.slice(index, index + length);
  if (!its.some(({ text }) => capitalized.test(text)) && !inLowerCase) return false;
  if (!detectNames || endsPhrase.test(last.text)) return true;
  const next = words[index + length];
  if (!isCapitalized(next))
    return !(next?.folded === 'of' && isCapitalized(words[index + length + 1]));
  return otherSpellings(analyze(next?.text ?? '').terms) !== undefined;
}
