import { randomInt, randomUUID } from 'node:crypto';

/**
 * A news item that arrives after a monitor was created. Its description names a company that no other
 * item names.
 */
export interface ArrivingStory {
  company: string;
  title: string;
  source: string;
}

export function arrivingStory(): ArrivingStory {
  const name = `${Array.from({ length: 4 }, syllable).join('')}x`;
  const company = name.slice(0, 1).toUpperCase() + name.slice(1);
  return { company, title: 'A harbour for grain opens in spring', source: 'Example Wire' };
}

/** A new item with this story, as a test world adds it. */
export function newItem({ company, title, source }: ArrivingStory): object {
  const id = `conformance-${randomUUID()}`;
  const description = `${company} says that the first ships leave in May.`;
  return { id, title, description, source, url: `https://news.example.com/${id}` };
}

function syllable(): string {
  const pick = (letters: string) => letters[randomInt(letters.length)] ?? '';
  return pick('bdgklmprtvz') + pick('aiou');
}
