/** What amounts near the subject of a prompt are often of, apart from the subject itself. */
const measures =
  'assets|sales|revenues?|revs|turnover|deposits|loans|backlog|premiums|capitali[sz]ation|market value|balance(?: sheet)?|profits?|earnings|net income|loss(?:es)?|debts?|budget';
const about = '(?:\\s+(?:about|around|some|nearly|almost|over|more than|less than|roughly|up to))?';
const measureBefore = new RegExp(
  `(?<![a-z])(${measures})(?:\\s+(?:of|at|were|was|is|are|totall?ing|totall?ed|exceeding|to|rose to|fell to|rose|fell))?${about}\\s*$`,
  'i',
);
const adjectives = '(?:(?:annual|total|net|yearly|quarterly|consolidated|outstanding)\\s+){0,2}';
const measureAfter = new RegExp(`^\\s*(?:in|of)\\s+${adjectives}(${measures})(?![a-z])`, 'i');
/** "600 mln dlrs of debentures" */
const securitiesAfter =
  /^\s*(?:in|of)\s+(?:[a-z-]+\s+){0,2}?(?:debentures|notes|bonds|credits?|loans?|financing|mortgages|damages|receivables|loan servicing)(?![a-z])/;
/** How large something is: "a 5.1 billion dlr bank holding company". */
const sizeAfter =
  /^[\s-]+(?:(?!(?:for|of|by|to|in|with|from|at|and|on|or|will|would|is|was)\s)[a-z-]+\s+){0,3}?(?:company|companies|bank|banks|organi[sz]ation|institution|concern|thrift|fund|lawsuit|suit|contract|loan|credit|financing|deficit|surplus)(?![a-z])/;
/** In lower case and before no amount, unlike in a table: "Loss 5.4 mln Revs 27 mln". */
const measureDirectlyAfter = new RegExp(`^[\\s-]*${adjectives}(${measures})(?![a-z]|\\s+\\d)`);
/** All that somebody has, not what happens to them: "has 4,000 workers", "with 300 stores". */
const ownedBefore =
  /(?<![a-z])(?:has|have|had|with|employs?|employing|employed|of (?:its|their)|workforce of|staff of)(?: (?:about|around|some|nearly|almost|over|more than|a total of))?\s*$/i;

/** Whether an amount is of another measure than the subject: "a bank with assets of 2 billion". */
export function isOfOtherMeasure(
  preceding: string,
  following: string,
  hasSubject: (text: string) => boolean,
): boolean {
  const measure =
    measureAfter.exec(following)?.[1] ??
    measureDirectlyAfter.exec(following)?.[1] ??
    measureBefore.exec(preceding)?.[1];
  const other = measure ?? securitiesAfter.exec(following)?.[0] ?? sizeAfter.exec(following)?.[0];
  return other !== undefined && !hasSubject(other);
}

/** "60 of its 900 workers", from after the first number. */
const wholeBefore = /^\s*of(?:\s(?:its|their|the|about|some|around|more than))*\s*$/i;

/**
 * Whether a count before its noun is of all that somebody has.
 *
 * @param preceding the text before it, up to the amount before it
 */
export function isOwned(preceding: string): boolean {
  return ownedBefore.test(preceding) || wholeBefore.test(preceding);
}

const quantityAfter =
  /^[\s-]+(?:(?:metric|long|short|common|ordinary|preferred|cubic|square)\s)?(?:tonnes|tons|barrels|bpd|shares|units|bushels|bales|bags|acres|hectares|ounces|kilos|feet|miles|people|workers|customers|subscribers|cars|vehicles|warrants)(?![a-z])/i;

/** Whether a number without a currency is a quantity and no money: "800 mln tons". */
export function isQuantity(following: string): boolean {
  return quantityAfter.test(following);
}
