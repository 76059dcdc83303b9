import { randomInt, randomUUID } from 'node:crypto';
import type { NewsInput } from '../generated/fixture.ts';

/**
 * A news item that arrives after a monitor was created. Its description names a company that only items
 * of one check name, and its title a place that no other item names, so that no item is a version of
 * another.
 */
export interface ArrivingStory {
  company: string;
  title: string;
  source: string;
}

/** @param company default: a new one */
export function arrivingStory(company: string = newName()): ArrivingStory {
  return { company, title: `A harbour for grain opens in ${newName()}`, source: 'Example Wire' };
}

/** A new item with this story, as a test world adds it. */
export function newItem({ company, title, source }: ArrivingStory): NewsInput {
  const id = `conformance-${randomUUID()}`;
  const description = `${company} says that the first ships leave in May.`;
  return { id, title, description, source, url: `https://news.example.com/${id}` };
}

function newName(): string {
  const name = `${Array.from({ length: 4 }, syllable).join('')}x`;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function syllable(): string {
  const pick = (letters: string) => letters[randomInt(letters.length)] ?? '';
  return pick('bdgklmprtvz') + pick('aiou');
}
