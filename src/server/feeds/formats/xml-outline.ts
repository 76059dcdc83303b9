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
/** Root elements with more attributes than this (UTF-16 code units) are no feed of this world. */
const ROOT_LIMIT = 16_384;

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
  if (!root || !format || root.end - root.start > ROOT_LIMIT) return undefined;
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
    this.complete = root.kind === 'empty';
  }

  take(tag: XmlTag): void {
    if (tag.name === this.#root.name && tag.kind === 'close') {
      this.#close(tag.start, false);
      this.complete = true;
    } else if (this.#isEntry(tag.name)) {
      this.#takeEntry(tag);
    } else if (localName(tag.name) === 'channel' && tag.kind === 'open') {
      this.#channel ??= tag;
    }
    if (this.#open === undefined) this.#end = tag.end;
  }

  /** The document ends; an entry that is still open is cut. */
  finish(): void {
    this.#close(this.#text.length, false);
    this.#keepHead(this.#end);
  }

  outline(): XmlOutline {
    const channel = this.#format === 'rss' ? this.#channel : undefined;
    const wrap = [this.#root, channel].filter((tag) => tag !== undefined);
    const text = this.#text;
    const endTags = wrap.map(({ start, name }) => {
      return `</${text.slice(start + 1, start + 1 + name.length)}>`;
    });
    return {
      format: this.#format,
      head: this.#head.join(''),
      before: wrap.map(({ start, end }) => text.slice(start, end)).join(''),
      after: endTags.reverse().join(''),
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
    if (localName(name) !== ENTRY[this.#format]) return false;
    const own = ['', prefix(this.#root.name), prefix(this.#channel?.name ?? '')];
    return own.includes(prefix(name));
  }
}

function prefix(name: string): string {
  return name.slice(0, name.indexOf(':') + 1);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
