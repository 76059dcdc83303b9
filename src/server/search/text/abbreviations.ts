/** Abbreviations of English news and business, mostly in headlines, and the words they stand for. */
const written = `
qtr quarter, qtrs quarters, qtly quarterly, qtrly quarterly, yr year, yrs years, mth month, mths months, wk week,
wks weeks, mln million, bln billion, dlr dollar, dlrs dollars, ct cent, cts cents, pct percent, stg sterling,
bbl barrel, bbls barrels, shr share, shrs shares, div dividend, divs dividends, divi dividend, avg average,
govt government, gvt government, dept department, intl international, natl national, assn association,
mfg manufacturing, mgmt management, mgr manager, mkt market, mkts markets, univ university, exec executive,
1st first, 2nd second, 3rd third, 4th fourth, 5th fifth, 6th sixth, 7th seventh, 8th eighth, 9th ninth, 10th tenth
`;

const words = new Map(
  written
    .trim()
    .split(/,\s*/)
    .map((entry): [string, string] => {
      const [abbreviation = '', word = ''] = entry.split(' ');
      return [abbreviation, word];
    }),
);

/** The word that an English abbreviation stands for; any other word as it is. */
export function withoutAbbreviation(word: string): string {
  return words.get(word) ?? word;
}
