import { analyze } from '../text/analyzer.ts';
import { otherSpellings } from '../text/name-spellings.ts';
import { stopTerms } from '../text/stop-words.ts';
import { thesaurusMatchAt } from '../text/thesaurus.ts';
import { type QueryWord, queryWords } from './query-words.ts';
import { companyForms, specificityOf } from './term-weight.ts';

/** Something that a prompt asks for: a word, a phrase that the thesaurus knows, a name, a quotation. */
export interface QueryUnit {
  /** In terms, in reading order. */
  phrase: string[];
  kind: 'word' | 'name' | 'quoted';
  /** Other spellings of the same, each in terms. */
  spellings: string[][];
  /** What comes near it, each in terms. */
  related: string[][];
}

/** What stands between two units: an alternative, another clause, or just other words. */
export type Separator = 'or' | 'comma' | 'clause' | 'break';

const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const capital = /^[^\p{L}\p{N}]*\p{Lu}/u;
const shout = /^[^\p{L}\p{N}]*\p{Lu}[\p{Lu}\p{N}.&-]+[^\p{L}\p{N}]*$/u;
const endsRun = /[,;:.?!)]$/;
const nameLinks = new Set(['of', 'the', 'for', 'on', 'de', 'la']);
const clauseWords = new Set(
  'about are did do does has have how if is that was were what when whenever whether which who'.split(
    ' ',
  ),
);
const openings = new Set(['monitor', 'track', 'watch', 'follow']);
/** Nouns are capitals in German. */
const german = new Set(['der', 'die', 'das', 'und', 'ein', 'eine', 'im', 'von', 'für']);
/** Stories of a continent rarely name it; a date is no name. */
const noNames = new Set(
  analyze(
    `Europe European Asia Asian Africa African West Western January February March April June July
    August September October November December Monday Tuesday Wednesday Thursday Friday Saturday
    Sunday`,
  ).terms,
);
/** Written small, these are other words. */
const onlyCapital = new Set(['us', 'polish', 'turkei', 'fed', 'ec', 'dane', 'swede', 'ico']);

/** Reads a prompt without its quotations as units and what stands between them. */
export function queryUnits(prompt: string): (QueryUnit | Separator)[] {
  const words = withoutOpening(queryWords(prompt));
  const capitals = tellsNames(words);
  const units: (QueryUnit | Separator)[] = [];
  let paired = false;
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    if (!word) break;
    if (!word.content) {
      paired ||= word.plain === 'between';
      units.push(jointOf(word, paired));
      at += 1;
      continue;
    }
    const length = capitals ? nameLength(words, at) : 0;
    const { wanted, used } =
      length > 0
        ? { wanted: [nameOf(words.slice(at, at + length))], used: length }
        : plainWords(words, at);
    units.push(...wanted, ...jointAfter(words[at + used - 1]));
    at += used;
  }
  return units;
}

/** "Monitor cocoa export quotas": a command, where enough is said without it. */
function withoutOpening(words: QueryWord[]): QueryWord[] {
  const [first] = words;
  const said = words.filter(({ content }) => content).length;
  const asks = first?.opening && openings.has(first.plain);
  return asks && said > 3 ? words.slice(1) : words;
}

/** A quotation, which a story must have. */
export function requiredPhrase(phrase: string[]): QueryUnit {
  return { phrase, kind: 'quoted', spellings: [], related: [] };
}

/** Whether capitals say what is a name: not in a headline, and not in German. */
function tellsNames(words: readonly QueryWord[]): boolean {
  if (words.some(({ plain }) => german.has(plain))) return false;
  const content = words.filter(({ content }) => content);
  return content.length < 4 || content.some(({ written }) => !capital.test(written));
}

function jointOf({ plain, written }: QueryWord, paired: boolean): Separator {
  if (plain === 'or' || (plain === 'and' && !paired)) return 'or';
  if (written.endsWith(',')) return 'comma';
  return clauseWords.has(plain) ? 'clause' : 'break';
}

/** What a punctuation mark after a word says. */
function jointAfter(word: QueryWord | undefined): Separator[] {
  if (!word || !endsRun.test(word.written)) return [];
  return [word.written.endsWith(',') ? 'comma' : 'break'];
}

/** How many words the name that begins here has; 0 where none does. */
function nameLength(words: readonly QueryWord[], start: number): number {
  if (!isCapital(words[start])) return 0;
  let end = start + 1;
  while (!endsRun.test(words[end - 1]?.written ?? '')) {
    const next = nameLinks.has(words[end]?.plain ?? '') ? linked(words, end) : end;
    if (!isCapital(words[next])) break;
    end = next + 1;
  }
  const name = words.slice(start, end);
  const [first] = name;
  if (name.length > 1 || !first) return name.length;
  const [term = ''] = analyze(first.written).terms;
  if (noNames.has(term)) return 0;
  return first.opening && !shout.test(first.written) && !otherSpellings([term]) ? 0 : 1;
}

function linked(words: readonly QueryWord[], at: number): number {
  return nameLinks.has(words[at + 1]?.plain ?? '') ? at + 2 : at + 1;
}

function isCapital(word: QueryWord | undefined): boolean {
  return word !== undefined && (word.content || word.plain === 'us') && capital.test(word.written);
}

function nameOf(words: readonly QueryWord[]): QueryUnit {
  const { terms, variants } = analyze(words.map(({ written }) => written).join(' '));
  const spellings = otherSpellings(terms) ?? [];
  const same = [...spellings, ...variants.map((variant) => [variant])];
  if (terms.some((term) => !stopTerms().has(term))) {
    return { phrase: withoutForm(terms), kind: 'name', spellings: same, related: [] };
  }
  // The index does not tell WHO from who: only another spelling finds it.
  const [phrase, ...others] = spellings;
  return phrase ? { phrase, kind: 'name', spellings: others, related: [] } : wordOf(terms, [], []);
}

/** "Apple Inc" is mostly written "Apple". */
function withoutForm(terms: string[]): string[] {
  let end = terms.length;
  while (end > 1 && companyForms().has(terms[end - 1] ?? '')) end -= 1;
  return terms.slice(0, end);
}

function plainWords(
  words: readonly QueryWord[],
  at: number,
): { wanted: QueryUnit[]; used: number } {
  const { written } = words[at] ?? { written: '' };
  if (unspaced.test(written)) return { wanted: pairsOf(written), used: 1 };
  const { terms, variants } = analyze(written);
  const [term = ''] = terms;
  const spellings =
    onlyCapital.has(term) && !capital.test(written) ? undefined : otherSpellings(terms);
  if (spellings) {
    const kind = noNames.has(term) ? 'word' : 'name';
    return { wanted: [{ phrase: terms, kind, spellings: spellings, related: [] }], used: 1 };
  }
  const run = runFrom(words, at);
  const known = thesaurusMatchAt(run, 0);
  const length = Math.max(known?.length ?? 1, 1);
  const phrase = length > 1 ? run.slice(0, length) : terms;
  const same = variants.map((variant) => [variant]);
  const wanted = phrase.length > 0 ? [wordOf(phrase, same, known?.others ?? [])] : [];
  return { wanted, used: length > 1 ? length : 1 };
}

/** Most Chinese and Japanese compounds are made of words of two characters. */
function pairsOf(written: string): QueryUnit[] {
  const runs = written.match(/\p{sc=Han}+|\P{sc=Han}+/gu) ?? [];
  const terms = runs.flatMap((run) => {
    const pairs = analyze(run).terms;
    const even = /^\p{sc=Han}/u.test(run) && pairs.length % 2 === 1;
    return even ? pairs.filter((_, at) => at % 2 === 0) : pairs;
  });
  return [...new Set(terms)].map((term) => wordOf([term], [], []));
}

/** The terms of the words from here to the next stop; a word of several terms ends it. */
function runFrom(words: readonly QueryWord[], start: number): string[] {
  const run: string[] = [];
  for (let at = start; at < words.length; at += 1) {
    const word = words[at];
    if (!word?.content) break;
    const [term, ...more] = analyze(word.written).terms;
    if (term === undefined || more.length > 0) break;
    run.push(term);
    if (endsRun.test(word.written)) break;
  }
  return run;
}

function wordOf(phrase: string[], same: string[][], near: string[][]): QueryUnit {
  return { phrase, kind: 'word', spellings: same, related: near };
}

/** Whether a unit is one that nearly every story has. */
export function isVague({ phrase, kind }: QueryUnit): boolean {
  return (
    kind === 'word' &&
    phrase.every(
      (term) => noNames.has(term) || companyForms().has(term) || specificityOf(term) === 'vague',
    )
  );
}
