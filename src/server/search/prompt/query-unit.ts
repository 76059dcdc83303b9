import { analyze } from '../text/analyzer.ts';
import type { Direction } from './direction.ts';
import type { LexiconEntry } from './lexicon.ts';
import type { QueryWord } from './query-words.ts';
import { companyForms, specificityOf } from './term-weight.ts';

/** A word, a name, a region, a phrase of the lexicon or a quoted phrase in a prompt. */
export interface QueryUnit {
  /** As written. */
  label: string;
  /** Its terms, in reading order. */
  phrase: string[];
  /** The word in an unspaced script that it is a pair of characters of. */
  word?: string;
  kind: 'word' | 'name' | 'region' | 'quoted' | 'event';
  /** Other spellings of the phrase, each in terms. */
  spellings: string[][];
  /** Phrases of related meaning, each in terms. */
  related: string[][];
  /** The names that adjacent names consist of: they may also occur apart from each other. */
  parts?: QueryUnit[];
  /**
   * Set if the word only describes the subject: the item must have it or one of its `related` words
   * anywhere (`signs`), or need not have it at all (`degree`).
   */
  support?: 'signs' | 'degree';
  /** Whether it never says by itself what the prompt is about: "Unternehmen", "país". */
  isGeneral?: boolean;
  /** Whether the words after it show that it is a verb: "replaces its …". */
  isVerb?: boolean;
  /** The action that the unit names, or the subject of one. */
  action?: LexiconEntry | undefined;
  subject?: LexiconEntry;
  /** The forms of an event: an action near one of its subjects. */
  event?: EventForms;
}

export interface EventForms {
  actions: string[][];
  subjects: string[][];
  /** Less certain forms. */
  newsActions: string[][];
  newsSubjects: string[][];
  /** The share of its subject's evidence that counts if no action is near it. */
  subjectShare: number;
  /** The same for the evidence of its action if no subject is near it (default: 0). */
  actionShare?: number;
  /** Number of terms between an action and its subject, in which they belong together. */
  window: number;
  /** Whether "as" links the action with its subject: "resigns as chairman". */
  linksAs?: boolean;
  /** What a name as the subject of the action does; not set for other subjects. */
  objectRole?: 'acts' | 'undergoes' | undefined;
  /** Whether the action raises or lowers its subject. */
  direction?: Direction | undefined;
}

/** Capitalized terms that do not count as names: dates, and continents, which news rarely names. */
export const notNames = new Set(
  analyze(
    `West Western January February March April June July
    August September October November December Monday Tuesday Wednesday Thursday Friday Saturday
    Sunday`,
  ).terms,
);

/** A phrase in quotes. */
export interface QuotedPhrase {
  /** As written. */
  label: string;
  /** Its terms, in the plausible languages. */
  alternatives: string[][];
}

/** A quoted phrase, which a news item must contain, in alternative terms. */
export function quotedUnit({ label, alternatives }: QuotedPhrase): QueryUnit {
  const [phrase = [], ...spellings] = alternatives;
  return { label, phrase, kind: 'quoted', spellings, related: [] };
}

export function wordUnit(
  words: readonly QueryWord[],
  phrase: string[],
  spellings: string[][] = [],
  related: string[][] = [],
): QueryUnit {
  return { label: label(words), phrase, kind: 'word', spellings, related };
}

export function label(words: readonly QueryWord[]): string {
  const text = words.map((word) => word.text).join(' ');
  return text.replace(/^(?!\.\p{L})[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, '');
}

/** Whether nearly every news item contains the unit. */
export function isVague({ phrase, kind, isGeneral = false }: QueryUnit): boolean {
  const isVagueTerm = (term: string) =>
    notNames.has(term) || companyForms().has(term) || specificityOf(term) === 'vague';
  return isGeneral || (kind === 'word' && phrase.every(isVagueTerm));
}
