import { excerpt, truncate } from '../text/truncate.ts';

/** In UTF-16 code units. */
const maxLength = { title: 1000, description: 2000, body: 100_000, source: 200 } as const;
const derivedDescriptionLength = 300;

/** The plain texts of an item before truncation; '' if missing. */
export interface FullTexts {
  title: string;
  description: string;
  body: string;
  source: string;
}

/** The texts of an item as they are stored. */
export interface ItemTexts {
  title: string;
  description: string;
  body: string | null;
  source: string | null;
}

/**
 * Truncates the texts of an item. A missing description is derived from the body, and a missing
 * body is the full description if that is too long. A missing title stays empty.
 */
export function itemTexts(texts: FullTexts): ItemTexts {
  const body =
    texts.body || (texts.description.length > maxLength.description ? texts.description : '');
  return {
    title: truncate(texts.title, maxLength.title),
    description: texts.description
      ? truncate(texts.description, maxLength.description)
      : excerpt(body, derivedDescriptionLength),
    body: truncate(body, maxLength.body) || null,
    source: truncate(texts.source, maxLength.source) || null,
  };
}
