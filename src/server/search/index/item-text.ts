import type { NewsItemRecord } from '../../store/store.ts';

/** The text below the title: description, body and source; what two of them say only once. */
export function indexedText({ description, body, source }: NewsItemRecord): string {
  const text = story(description, body);
  return source === null ? text : `${text}\n\n${source}`;
}

function story(description: string, body: string | null): string {
  if (body === null) return description;
  const lead = description.replace(/\s*(?:…|\.\.\.|\[\.\.\.\]|\[…\])\s*$/, '');
  return body.includes(lead) ? body : `${description}\n\n${body}`;
}
