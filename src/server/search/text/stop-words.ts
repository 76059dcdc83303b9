import { once } from '../../../contract/once.ts';
import type { Steps } from '../../../node/steps.ts';
import { analyze } from './analyzer.ts';
import { type Language, languages } from './languages.ts';
import { english } from './words/en.ts';
import { wordsOf } from './words/words-of.ts';

const list = (words: string) => new Set(words.trim().split(/\s+/));

/** Words that are indexed, so that phrases can be found, but ignored in queries. */
export const stopWords = english.functionWords;

/** Stop words that are names if capitalized like this: country, agency, industry, month. */
export const nameWords = list('US WHO IT May');

/** Verbs that begin a command: "Notify me when", "Track". */
export const commandVerbs = list(`
  tell notify inform alert warn show find track monitor give send let
`);

/** Verbs that often begin a command but are also common in other uses: "Watch for". */
export const otherCommandVerbs: ReadonlySet<string> = new Set(
  [...english.commandVerbs].filter((verb) => !commandVerbs.has(verb)),
);

/** Objects of a command: "stories about", "the latest news". */
export const newsWords = english.newsWords;

/** A news word before one of these is padding: "news about", "reports that". */
export const newsPrepositions = list(`
  about on of regarding concerning that when where whenever which from for in related
`);

/** A news word after one of these, at the end of a query, is padding: "latest updates". */
export const newsAdjectives = list('latest recent breaking any all new more');

/** Returns a function for the terms of some words, which analyzes them at its first call. */
export function termsOf(words: string): () => ReadonlySet<string> {
  return once(() => new Set(analyze(words).terms));
}

const stopTermsByLanguage = new Map<Language, string[]>();

function stopTermsOf(language: Language): string[] {
  const known = stopTermsByLanguage.get(language);
  if (known) return known;
  const { terms } = analyze([...wordsOf(language).functionWords].join(' '), language);
  stopTermsByLanguage.set(language, terms);
  return terms;
}

/** The terms of the stop words of all languages. */
export const stopTerms = once((): ReadonlySet<string> => new Set(languages.flatMap(stopTermsOf)));

/** Loads the stop terms, which takes longer than a turn of the event loop should. */
export function* loadStopTerms(): Steps<void> {
  for (const language of languages) {
    stopTermsOf(language);
    yield;
  }
}

/** Terms that are frequent in any large collection, even if they are rare in this store. */
export const commonTerms = termsOf(`
  able accept achieve act action active activity actual add affect again age ago agree aim allow
  almost already always announce appear apply area ask available away back bad base become begin
  behind believe best better big bit bring build building call care carry case cause change
  character child claim clear close come common company consider continue control country couple
  course create current cut day deal decide decision develop development different difficult
  direct do early easy effect effort end enough enter even example expect experience explain
  face fact fail fall far feel figure final find first follow force form free full future
  general get give go good great group grow half hand happy hard head hear help high hold home
  hope hour house idea important include increase information inside interest issue join keep
  kind know large last later law lead learn least leave left less let level life like line list
  little live local long look lose lot low main major make man manage mark matter mean meet
  member method might million mind minister minute miss moment money month morning move name
  nation national natural near necessary need never new next night number offer office official
  old open order organization part pass past pay people percent perhaps period person place plan
  play point policy position possible power present president pressure probably problem process
  produce program project provide public pull put question quick quite raise reach ready real
  reason receive remain report require rest result return right rise role room rule run say
  second see seem sell send sense service set several shape short show side sign similar simple
  sit situation size slow small sort special specific stage stand start state stay step stop
  strong student study sure system take talk term thing think time today together try turn type
  understand unit use used usual value view visit wait walk want watch way week well whole win
  woman word work world write wrong year young
`);
