import { tagEnd } from './tag-end.ts';

const NAME = /<(\/?)([^\s<>/!?][^\s<>/]*)/y;

/** A tag of an XML document, outside comments, CDATA sections and declarations. */
export interface XmlTag {
  kind: 'open' | 'close' | 'empty';
  /** Lower case, with its prefix: feeds do not agree on case. */
  name: string;
  start: number;
  end: number;
}

/** Walks through the tags in order, well-formed or not; an unfinished last tag is left out. */
export function* xmlTags(text: string): Generator<XmlTag> {
  let at = text.indexOf('<');
  while (at !== -1) {
    const skipped = afterNonTag(text, at);
    if (skipped === undefined) return;
    let end = skipped;
    if (end === at) {
      const tag = tagAt(text, at);
      if (tag === 'unfinished') return;
      if (tag) yield tag;
      end = tag?.end ?? at + 1;
    }
    at = text.indexOf('<', end);
  }
}

function tagAt(text: string, start: number): XmlTag | 'unfinished' | undefined {
  NAME.lastIndex = start;
  const match = NAME.exec(text);
  const name = match?.[2]?.toLowerCase();
  if (!match || name === undefined) return undefined;
  const close = tagEnd(text, NAME.lastIndex);
  if (close === -1) return 'unfinished';
  const empty = text.charAt(close - 1) === '/';
  const kind = match[1] === '/' ? 'close' : empty ? 'empty' : 'open';
  return { kind, name, start, end: close + 1 };
}

/** Past a comment, CDATA section, processing instruction or DOCTYPE; `undefined`: never closed. */
function afterNonTag(text: string, at: number): number | undefined {
  const mark = text.charAt(at + 1);
  if (mark === '?') return after(text, '?>', at);
  if (mark !== '!') return at;
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
  if (text.startsWith('<![CDATA[', at)) return after(text, ']]>', at + 9);
  return afterDoctype(text, at);
}

/** Its internal subset goes with it: no entity is ever declared, so none can expand. */
function afterDoctype(text: string, at: number): number | undefined {
  const end = text.indexOf('>', at);
  const subset = end === -1 ? -1 : text.slice(at, end).indexOf('[');
  if (subset === -1) return end === -1 ? undefined : end + 1;
  return after(text, '>', text.indexOf(']', at + subset));
}

function after(text: string, mark: string, from: number): number | undefined {
  const found = from === -1 ? -1 : text.indexOf(mark, from);
  return found === -1 ? undefined : found + mark.length;
}
