import { analyze } from './analyzer.ts';
import type { Language } from './languages.ts';

/**
 * The alternative terms of a word or a phrase, without duplicates: a news item has the phrase if it
 * has all terms of one alternative next to each other. The first alternative is that of the first
 * language.
 *
 * @param languages plausible languages, as `detectLanguages` returns them
 */
export function termAlternatives(text: string, languages: readonly Language[]): string[][] {
  const alternatives = new Map<string, string[]>();
  for (const language of languages) {
    const { terms, variants } = analyze(text, language);
    for (const alternative of [terms, ...variantsOf(terms, variants)]) {
      if (alternative.length > 0) alternatives.set(alternative.join(' '), alternative);
    }
  }
  return [...alternatives.values()];
}

/** Variants of a phrase replace only a part of it. */
function variantsOf(terms: readonly string[], variants: readonly string[]): string[][] {
  return terms.length <= 2 ? variants.map((variant) => [variant]) : [];
}
