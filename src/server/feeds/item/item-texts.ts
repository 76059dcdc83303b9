import { bounded, excerpt } from '../text/excerpt.ts';

/** Characters (UTF-16 code units) that are kept of each text of an item. */
const LIMITS = { title: 1000, description: 2000, body: 100_000, source: 200 } as const;
const DERIVED_TITLE = 100;
const DERIVED_DESCRIPTION = 300;

/** The texts of an item as plain text, each '' where its source gave none. */
export interface GivenTexts {
  title: string;
  description: string;
  body: string;
  source: string;
}

export interface ItemTexts {
  title: string;
  description: string;
  body: string | null;
  source: string | null;
}

/**
 * The texts that are kept. A missing description is the beginning of the body; a description that
 * is an article is kept as the body too. A missing title stays empty.
 */
export function itemTexts(given: GivenTexts): ItemTexts {
  const body =
    given.body || (given.description.length > LIMITS.description ? given.description : '');
  return {
    title: bounded(given.title, LIMITS.title),
    description: given.description
      ? bounded(given.description, LIMITS.description)
      : excerpt(body, DERIVED_DESCRIPTION),
    body: bounded(body, LIMITS.body) || null,
    source: bounded(given.source, LIMITS.source) || null,
  };
}

/** A title made of the first words of a text. */
export function derivedTitle(text: string): string {
  return excerpt(text, DERIVED_TITLE);
}
