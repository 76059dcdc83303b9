import { once } from '../../../contract/once.ts';
import { analyze } from '../text/analyzer.ts';
import type { Sentence } from './sentences.ts';

/** Words around a word that show that it does not name the event that it often names. */
interface OtherSense {
  word: RegExp;
  before?: RegExp;
  after?: RegExp;
  /** Before or after it, one of these shows that it does name the event. */
  unless?: { before?: RegExp; after?: RegExp };
}

const senses: readonly OtherSense[] = [
  {
    word: /^strikes?$/,
    before: /(?:^| )(?:air|missile|drone|military|nuclear|rocket|bombing|first) $/,
  },
  {
    word: /^strik(?:es?|ing)$/,
    after:
      /^ (?:prices?|zone|force|rate|a |an |gold|oil|deal|targets?|rebels?|camps?|bridges?|down|back at|balance)/,
  },
  {
    word: /^fine$/,
    unless: {
      before:
        /(?:^| )(?:record|heavy|hefty|maximum|civil|will|would|may|could|should|can|must|[\d.,]+|mln|bln|million|billion|dlrs?|dollars?|euros?|pounds?|\w+-euro|\w+-dollar) $/,
      after: /^ (?:of|for|on|against|over|imposed|was|is|by|to|and)(?: |$)|^$/,
    },
  },
  {
    word: /^recall(?:s|ed|ing)?$/,
    after: /^ (?:that|how|what|when|why|his|her|seeing|saying)(?: |$)/,
  },
  { word: /^close$/, after: /^ (?:to|ties|links|relations|watch|contact|ally|allies)(?: |$)/ },
  { word: /^orders?$/, before: /(?:^| )(?:in|court|restraining|executive|law and|public) $/ },
  {
    word: /^order(?:s|ed)$/,
    after: /^ (?:to|that)(?: |$)/,
    before: /(?:^| )(?:court|judge|was|were) $/,
  },
  { word: /^offer(?:ing|ings)$/ },
  {
    word: /^loss(?:es)?$/,
    // The loss of an earlier period.
    before:
      /(?:^| )(?:loan|credit|weight|heat|year-earlier|year-ago|prior-year) $|(?:^| )(?:vs|versus|against|from|after|(?:compared|contrasted) (?:with|to)) (?:an? |the )?(?:net |operating |year-earlier |year-ago )?$/,
    after: /^ (?:provisions?|reserves?|allowances?|carry-?forwards?|of life)(?: |$)/,
  },
  { word: /^dividends?$/, after: /^ (?:preferred|preference|reinvestment|yields?)(?: |$)/ },
  // The payment of something else than a debt.
  { word: /^payments?$/, after: /^ of (?:\S+ ){0,2}(?:dividends?|preferred)(?: |$)/ },
  {
    word: /^tenders?$/,
    before:
      /(?:^| )(?:wheat|sugar|maize|corn|barley|grain|rice|soybean|soyoil|flour|coal|fertilizer|export|import|intervention|weekly|bond|note|bill|treasury|repo|legal) $/,
    after:
      /^ (?:for|of|to (?:buy|sell|export|import|purchase)) (?:up to |about )?[\d,.]+(?: (?:mln|million))? (?:tonnes?|tons?|barrels?)/,
  },
  { word: /^issues?$/, before: /(?:^| )(?:key|main|this|that|the|trade|at|an|major) $/ },
  { word: /^cuts?$/, before: /(?:^| )(?:power|short|clear|clean) $/ },
  { word: /^splits?$/, after: /^ (?:over|on|decision|second|between)(?: |$)/ },
  { word: /^bankrupt$/, after: /^ of(?: |$)/ },
  { word: /^fired$/, after: /^ (?:at|on|missiles?|rockets?|shots?|shells?|into)(?: |$)/ },
  { word: /^(?:up|down)$/, after: /^ (?:to|for)(?: |$)/ },
];

/** The same by term, so that most words are not compared. */
const sensesByTerm = once(() => {
  const byTerm = new Map<string, OtherSense[]>();
  const words =
    'strike strikes striking fine recall recalls recalled recalling close order orders ordered offering offerings issue issues cut cuts split splits bankrupt fired up down loss losses dividend dividends payment payments tender tenders';
  for (const word of words.split(' ')) {
    const [term = ''] = analyze(word).terms;
    const own = senses.filter((sense) => sense.word.test(word));
    byTerm.set(term, [...new Set([...(byTerm.get(term) ?? []), ...own])]);
  }
  return byTerm;
});

/** Number of words before and after a word that show its sense. */
const [wordsBefore, wordsAfter] = [4, 5];

/** Whether a word of a sentence does not name the event that it often names: "strike price". */
export function hasOtherSense({ terms, words }: Sentence, at: number): boolean {
  const own = sensesByTerm().get(terms[at] ?? '');
  if (!own) return false;
  const { written, first, before: parts, after: rest } = partAt(words, at);
  const before = [...words.slice(Math.max(first - wordsBefore, 0), first), ...parts];
  const after = [...rest, ...words.slice(at + rest.length + 1, at + 1 + wordsAfter)];
  const preceding = before.map((each) => `${each.toLowerCase()} `).join('');
  const following = after.map((each) => ` ${each.toLowerCase()}`).join('');
  return own.some(({ word, before, after, unless }) => {
    if (!word.test(written)) return false;
    if (unless) {
      return !unless.before?.test(preceding) && !unless.after?.test(following);
    }
    if (!before && !after) return true;
    return Boolean(before?.test(preceding) || after?.test(following));
  });
}

/** The word at a position, and the words that hyphens join with it: "increasing-dividend". */
function partAt(words: readonly string[], at: number) {
  const whole = words[at] ?? '';
  const parts = whole.toLowerCase().split('-');
  let first = at;
  while (parts.length > 1 && words[first - 1] === whole) first -= 1;
  const length = words.slice(first).findIndex((word) => word !== whole);
  const isWhole =
    parts.length === 1 || (length < 0 ? words.length - first : length) !== parts.length;
  if (isWhole) return { written: whole.toLowerCase(), first: at, before: [], after: [] };
  const index = at - first;
  const [before, after] = [parts.slice(0, index), parts.slice(index + 1)];
  return { written: parts[index] ?? whole, first, before, after };
}
