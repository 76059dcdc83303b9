import { excerpt, truncate } from '../text/truncate.ts';

/** In UTF-16 code units. */
const maxLength = { title: 1000, description: 2000, body: 100_000, source: 200 } as const;
const derivedDescriptionLength = 300;

/** The plain texts of an item before they are limited; '' if missing. */
export interface GivenTexts {
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
 * Limits the texts of an item. A missing description is derived from the body, and a description
 * that is a whole article also becomes the body. A missing title stays empty.
 */
export function itemTexts(given: GivenTexts): ItemTexts {
  const body =
    given.body || (given.description.length > maxLength.description ? given.description : '');
  return {
    title: truncate(given.title, maxLength.title),
    description: given.description
      ? truncate(given.description, maxLength.description)
      : excerpt(body, derivedDescriptionLength),
    body: truncate(body, maxLength.body) || null,
    source: truncate(given.source, maxLength.source) || null,
  };
}
