import { firstTag, scanTags, type XmlTag } from './xml-tags.ts';

/** The range of one entry in its document. */
export interface EntrySpan {
  start: number;
  end: number;
  /** Whether the end tag was found before the next entry or the end of the document. */
  closed: boolean;
}

/** An XML feed, divided into its head and its entries. */
export interface XmlOutline {
  format: 'rss' | 'atom' | 'rdf';
  /** The document without its entries, XML declaration and DOCTYPE. */
  head: string;
  /** Start and end tags that give a separate entry its context: namespaces and `xml:base`. */
  before: string;
  after: string;
  /** At most as many as requested. */
  entries: EntrySpan[];
  /** Number of entries in the document. */
  count: number;
  /** Whether the end tag of the root element was found. */
  complete: boolean;
}

const rootFormats = { rss: 'rss', feed: 'atom', rdf: 'rdf' } as const;
const entryNames = { rss: 'item', atom: 'entry', rdf: 'item' } as const;
/**
 * Maximum length, in UTF-16 code units, of a start tag that is parsed again with every batch of
 * entries. A document with a longer root tag is not a feed; a longer channel tag is replaced by
 * `<channel>`.
 */
const maxContextTag = 4096;

/** The feed format of an XML root element; `undefined` if it is not a feed. */
export function feedFormat(root: string): XmlOutline['format'] | undefined {
  const name = localName(root);
  return name === 'rss' || name === 'feed' || name === 'rdf' ? rootFormats[name] : undefined;
}

/**
 * Finds the entries of a feed, so that each can be parsed separately: a malformed or empty entry
 * does not affect the others, and every entry has a number. `undefined` if the document is not a
 * feed.
 */
export function xmlOutline(text: string, maxEntries: number): XmlOutline | undefined {
  const root = firstTag(text);
  const format = root && feedFormat(root.name);
  if (!root || !format || root.end - root.start > maxContextTag) return undefined;
  const builder = new OutlineBuilder(text, maxEntries, root, format);
  scanTags(text, root.end, (tag) => {
    builder.add(tag);
    return !builder.complete;
  });
  return builder.finish();
}

class OutlineBuilder {
  complete: boolean;
  readonly #text: string;
  readonly #maxEntries: number;
  readonly #root: XmlTag;
  readonly #format: XmlOutline['format'];
  readonly #entries: EntrySpan[] = [];
  readonly #head: string[] = [];
  #count = 0;
  #channel: XmlTag | undefined;
  /** Namespace prefixes of the feed's own elements, each with its colon. */
  readonly #prefixes = new Set(['']);
  /** Start of the entry that is being read. */
  #entryStart: number | undefined;
  /** Everything before this index belongs to the head or to an entry. */
  #position: number;
  /** End of the last tag outside entries. */
  #lastTagEnd: number;

  constructor(text: string, maxEntries: number, root: XmlTag, format: XmlOutline['format']) {
    this.#text = text;
    this.#maxEntries = maxEntries;
    this.#root = root;
    this.#format = format;
    this.#position = root.start;
    this.#lastTagEnd = root.end;
    this.#prefixes.add(prefix(root.name));
    this.complete = root.kind === 'empty';
  }

  add(tag: XmlTag): void {
    if (tag.name === this.#root.name && tag.kind === 'close') {
      this.#endEntry(tag.start, false);
      this.complete = true;
    } else if (this.#isEntry(tag.name)) {
      this.#addEntryTag(tag);
    } else if (!this.#channel && tag.kind === 'open' && localName(tag.name) === 'channel') {
      this.#channel = tag;
      this.#prefixes.add(prefix(tag.name));
    }
    if (this.#entryStart === undefined) this.#lastTagEnd = tag.end;
  }

  finish(): XmlOutline {
    this.#endEntry(this.#text.length, false);
    this.#addHead(this.#lastTagEnd);
    const root = contextTags(this.#text, this.#root);
    const channel = contextTags(this.#text, this.#format === 'rss' ? this.#channel : undefined);
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

  #addEntryTag(tag: XmlTag): void {
    if (tag.kind === 'close') {
      this.#endEntry(tag.end, true);
      return;
    }
    this.#endEntry(tag.start, false);
    this.#entryStart = tag.start;
    if (tag.kind === 'empty') this.#endEntry(tag.end, true);
  }

  #endEntry(end: number, closed: boolean): void {
    const start = this.#entryStart;
    if (start === undefined) return;
    this.#addHead(start);
    this.#count += 1;
    if (this.#count <= this.#maxEntries) this.#entries.push({ start, end, closed });
    this.#position = end;
    this.#entryStart = undefined;
  }

  #addHead(end: number): void {
    const text = this.#text.slice(this.#position, Math.max(end, this.#position));
    if (text.trim() !== '') this.#head.push(text);
  }

  /** Entries are unprefixed, or prefixed like the root or the channel. */
  #isEntry(name: string): boolean {
    return localName(name) === entryNames[this.#format] && this.#prefixes.has(prefix(name));
  }
}

function contextTags(text: string, tag: XmlTag | undefined): { start: string; end: string } {
  if (tag === undefined) return { start: '', end: '' };
  const { name, start, end } = tag;
  if (end - start > maxContextTag) return { start: '<channel>', end: '</channel>' };
  // From the document, because `name` is in lower case.
  const originalName = text.slice(start + 1, start + 1 + name.length);
  return { start: text.slice(start, end), end: `</${originalName}>` };
}

function prefix(name: string): string {
  return name.slice(0, name.indexOf(':') + 1);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
