import { analyze } from './analyzer.ts';
import { joinedForms } from './joined-forms.ts';
import type { Language } from './languages.ts';

/**
 * The alternative terms of a word or a phrase, without duplicates: a news item has the phrase if it
 * has all terms of one alternative next to each other. The first alternative is that of the first
 * language. "GPT-5" has `gpt 5` and `gpt5`.
 *
 * @param languages plausible languages, as `detectLanguages` returns them
 */
export function termAlternatives(text: string, languages: readonly Language[]): string[][] {
  const alternatives = new Map<string, string[]>();
  const forms = joinedForms(text);
  for (const language of languages) {
    const { terms, variants } = analyze(text, language);
    const joined = forms.map((form) => analyze(form, language).terms);
    // The word "net" is not .NET.
    const plain = text.startsWith('.') && variants.length > 0 ? [] : [terms];
    for (const alternative of [...plain, ...variantsOf(terms, variants), ...joined]) {
      if (alternative.length > 0) alternatives.set(alternative.join(' '), alternative);
    }
  }
  return [...alternatives.values()];
}

/** The terms of a quoted phrase in each language, without duplicates and without other forms. */
export function exactAlternatives(text: string, languages: readonly Language[]): string[][] {
  const readings = languages.map((language) => analyze(text, language).terms);
  return [...new Map(readings.map((terms) => [terms.join(' '), terms])).values()];
}

/** Variants of a phrase replace only a part of it. */
function variantsOf(terms: readonly string[], variants: readonly string[]): string[][] {
  return terms.length <= 2 ? variants.map((variant) => [variant]) : [];
}
