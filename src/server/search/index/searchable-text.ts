import type { NewsItemRecord } from '../../store/store.ts';

/** The text of an item below its title: description, body and source. */
export function searchableText({ description, body, source }: NewsItemRecord): string {
  const text = withoutRepetition(description, body);
  return source === null ? text : `${text}\n\n${source}`;
}

/** A description that only repeats part of the body must not count twice. */
function withoutRepetition(description: string, body: string | null): string {
  if (body === null) return description;
  const lead = description.replace(/\s*(?:…|\.\.\.|\[\.\.\.\]|\[…\])\s*$/, '');
  return body.includes(lead) ? body : `${description}\n\n${body}`;
}
