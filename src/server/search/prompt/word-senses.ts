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
    'strike strikes striking fine recall recalls recalled recalling close order orders ordered offering offerings issue issues cut cuts split splits bankrupt fired up down';
  for (const word of words.split(' ')) {
    const [term = ''] = analyze(word).terms;
    const own = senses.filter((sense) => sense.word.test(word));
    byTerm.set(term, [...new Set([...(byTerm.get(term) ?? []), ...own])]);
  }
  return byTerm;
});

/** Whether a word of a sentence does not name the event that it often names: "strike price". */
export function hasOtherSense({ terms, words }: Sentence, at: number): boolean {
  const own = sensesByTerm().get(terms[at] ?? '');
  if (!own) return false;
  const written = (words[at] ?? '').toLowerCase();
  const before = words.slice(Math.max(at - 2, 0), at).map((each) => `${each.toLowerCase()} `);
  const after = words.slice(at + 1, at + 3).map((each) => ` ${each.toLowerCase()}`);
  const [preceding, following] = [before.join(''), after.join('')];
  return own.some(({ word, before, after, unless }) => {
    if (!word.test(written)) return false;
    if (unless) {
      return !unless.before?.test(preceding) && !unless.after?.test(following);
    }
    if (!before && !after) return true;
    return Boolean(before?.test(preceding) || after?.test(following));
  });
}
