/** What the rest of the server uses of the index: items with their terms. */
export { indexItem } from './index-item.ts';
export { type RankingTerms, unpackTerms } from './ranking-terms.ts';
