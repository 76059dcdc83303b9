import { type XmlTag, xmlTags } from './xml-tags.ts';

/** Where one entry stands in its document. */
export interface EntrySpan {
  start: number;
  end: number;
  /** Whether its end tag was there before the next entry, or the end of the document. */
  closed: boolean;
}

/** An XML feed taken apart: what is said of the feed, and each of its entries. */
export interface XmlOutline {
  format: 'rss' | 'atom' | 'rdf';
  /** The document without its entries, prolog and DOCTYPE. */
  head: string;
  /** What to put around an entry so that it stands as in its document: namespaces, `xml:base`. */
  before: string;
  after: string;
  /** No more than were asked for. */
  entries: EntrySpan[];
  /** How many there are. */
  count: number;
  /** Whether the root element ends. */
  complete: boolean;
}

const FORMATS = { rss: 'rss', feed: 'atom', rdf: 'rdf' } as const;
const ENTRY = { rss: 'item', atom: 'entry', rdf: 'item' } as const;
/**
 * The longest start tag (UTF-16 code units) that is put around entries: it is parsed again with each
 * of them. A root that is longer is no feed of this world; a channel that is stands as a bare one.
 */
const WRAP_LIMIT = 4096;

interface Wrap {
  start: string;
  end: string;
}

const NO_WRAP: Wrap = { start: '', end: '' };

/** The name of the root element, in lower case; `undefined` where there is none. */
export function rootName(text: string): string | undefined {
  for (const tag of xmlTags(text)) return tag.name;
  return undefined;
}

/** The format of feed that a root element stands for. */
export function feedFormat(root: string): XmlOutline['format'] | undefined {
  const name = localName(root);
  return name === 'rss' || name === 'feed' || name === 'rdf' ? FORMATS[name] : undefined;
}

/**
 * Takes a feed apart, so that each entry is parsed alone: one that is malformed or empty takes no
 * other with it, none is lost unseen, and every one has its number. `undefined` where the root is
 * no feed's.
 */
export function xmlOutline(text: string, limit: number): XmlOutline | undefined {
  const tags = xmlTags(text);
  const root = tags.next().value;
  const format = root && feedFormat(root.name);
  if (!root || !format || root.end - root.start > WRAP_LIMIT) return undefined;
  const walk = new Walk(text, limit, root, format);
  for (const tag of tags) {
    walk.take(tag);
    if (walk.complete) break;
  }
  walk.finish();
  return walk.outline();
}

class Walk {
  complete: boolean;
  readonly #text: string;
  readonly #limit: number;
  readonly #root: XmlTag;
  readonly #format: XmlOutline['format'];
  readonly #entries: EntrySpan[] = [];
  readonly #head: string[] = [];
  #count = 0;
  #channel: XmlTag | undefined;
  /** Of the elements that belong to the feed's own vocabulary, each with its colon. */
  readonly #prefixes = new Set(['']);
  /** Where the entry that is being read starts. */
  #open: number | undefined;
  /** What lies before is in the head or in an entry. */
  #done: number;
  /** Where the last tag outside entries ends. */
  #end: number;

  constructor(text: string, limit: number, root: XmlTag, format: XmlOutline['format']) {
    this.#text = text;
    this.#limit = limit;
    this.#root = root;
    this.#format = format;
    this.#done = root.start;
    this.#end = root.end;
    this.#prefixes.add(prefix(root.name));
    this.complete = root.kind === 'empty';
  }

  take(tag: XmlTag): void {
    if (tag.name === this.#root.name && tag.kind === 'close') {
      this.#close(tag.start, false);
      this.complete = true;
    } else if (this.#isEntry(tag.name)) {
      this.#takeEntry(tag);
    } else if (
      this.#channel === undefined &&
      tag.kind === 'open' &&
      localName(tag.name) === 'channel'
    ) {
      this.#channel = tag;
      this.#prefixes.add(prefix(tag.name));
    }
    if (this.#open === undefined) this.#end = tag.end;
  }

  /** The document ends; an entry that is still open is cut. */
  finish(): void {
    this.#close(this.#text.length, false);
    this.#keepHead(this.#end);
  }

  outline(): XmlOutline {
    const text = this.#text;
    const root = wrapping(text, this.#root);
    const channel = this.#format === 'rss' ? wrapping(text, this.#channel) : NO_WRAP;
    return {
      format: this.#format,
      head: this.#head.join(''),
      before: `${root.start}${channel.start}`,
      after: `${channel.end}${root.end}`,
      entries: this.#entries,
      count: this.#count,
      complete: this.complete,
    };
  }

  #takeEntry(tag: XmlTag): void {
    if (tag.kind === 'close') {
      this.#close(tag.end, true);
      return;
    }
    this.#close(tag.start, false);
    this.#open = tag.start;
    if (tag.kind === 'empty') this.#close(tag.end, true);
  }

  #close(end: number, closed: boolean): void {
    if (this.#open === undefined) return;
    this.#keepHead(this.#open);
    this.#count += 1;
    if (this.#count <= this.#limit) this.#entries.push({ start: this.#open, end, closed });
    this.#done = end;
    this.#open = undefined;
  }

  #keepHead(end: number): void {
    const piece = this.#text.slice(this.#done, Math.max(end, this.#done));
    if (piece.trim() !== '') this.#head.push(piece);
  }

  /** An element of the feed's own vocabulary: unprefixed, or prefixed as its root or channel is. */
  #isEntry(name: string): boolean {
    return localName(name) === ENTRY[this.#format] && this.#prefixes.has(prefix(name));
  }
}

function wrapping(text: string, tag: XmlTag | undefined): Wrap {
  if (tag === undefined) return NO_WRAP;
  const { name, start, end } = tag;
  if (end - start > WRAP_LIMIT) return { start: '<channel>', end: '</channel>' };
  // As its document writes it: the name of a tag is in lower case.
  return {
    start: text.slice(start, end),
    end: `</${text.slice(start + 1, start + 1 + name.length)}>`,
  };
}

function prefix(name: string): string {
  return name.slice(0, name.indexOf(':') + 1);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
