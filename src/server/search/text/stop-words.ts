import { once } from '../../../contract/once.ts';
import { analyze } from './analyzer.ts';

const list = (words: string) => new Set(words.trim().split(/\s+/));

/** Words that are indexed, so that phrases can be found, but ignored in queries. */
export const stopWords = list(`
  a about above after again against all also although am among an and another any anybody anyone
  anything are arent around as at be because been before being below between both but by can cannot
  cant could couldnt did didnt do does doesnt doing dont down during each either else etc ever every
  everything few for from further had has have having he her here hers herself him himself his how
  however i if im in into is isnt it its itself ive just latest lets many me more most much must my
  myself neither no nor not of off often on once only onto or other others our ours out over own per
  please rather re recent recently regarding concerning same she should since so some somebody
  someone something soon still such than that the their theirs them themselves then there these they
  this those though through to too toward towards under until up upon very via vs want was wasnt we
  were what whatever when whenever where whether which while who whom whose why will with within
  without wont would wouldnt yet you your yours happen happens happened happening
`);

/** Stop words that are names if capitalized like this: country, agency, industry, month. */
export const nameWords = list('US WHO IT May');

/** Verbs that begin a command: "Notify me when", "Track". */
export const commandVerbs = list(`
  tell notify inform alert warn show find track monitor give send let
`);

/** Verbs that often begin a command but are also common in other uses: "Watch for". */
export const otherCommandVerbs = list(`
  watch follow report update search look check keep get list email ping remind know see hear like
  need interested posted
`);

/** Objects of a command: "stories about", "the latest news". */
export const newsWords = list(`
  news story stories article articles headline headlines coverage update updates development
  developments information report reports item items
`);

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

/** The terms of the stop words. */
export const stopTerms = termsOf([...stopWords].join(' '));

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
