import type { DetectLanguage } from './alert-filters.ts';

/** Maximum number of characters that are examined: more does not change the result. */
const maxLength = 1000;

/**
 * Loads the language detector, which takes about 150 ms and 30 MB of memory the first time. It
 * returns `undefined` for texts without enough words, such as tables of numbers.
 */
export async function loadLanguageDetector(): Promise<DetectLanguage> {
  const { eld } = await import('eld/extrasmall');
  return (text) => {
    const detected = eld.detect(text.slice(0, maxLength));
    return detected.isReliable() ? detected.language : undefined;
  };
}
