/** An XML feed, divided so that its entries can be parsed separately. */
export interface SplitXmlFeed {
  format: XmlFeedFormat;
  /** The document without its entries, XML declaration and DOCTYPE. */
  head: string;
  /** Tags around an entry when it is parsed separately: they set its namespaces and `xml:base`. */
  before: string;
  after: string;
  /** The XML of each entry; `undefined` if its end tag is missing. At most `maxEntries`. */
  entries: (string | undefined)[];
  /** Number of entries in the document. */
  count: number;
  /** Whether the end tag of the root element was found. */
  complete: boolean;
}

export type XmlFeedFormat = 'rss' | 'atom' | 'rdf';

interface Tag {
  kind: 'open' | 'close' | 'empty';
  /** With its prefix, in lowercase, because feeds differ in case. */
  name: string;
  /** Index of the `<`. */
  start: number;
  /** Index after the `>`. */
  end: number;
}

const entryNames = { rss: 'item', atom: 'entry', rdf: 'item' } as const;
/**
 * Maximum length, in UTF-16 code units, of a start tag that is parsed again with every batch of
 * entries. A document with a longer root tag is not a feed; a longer channel tag is replaced by
 * `<channel>`.
 */
const maxContextTag = 4096;

/**
 * Comments, CDATA sections, processing instructions, declarations and tags. Without its end, each
 * of them matches to the end of the document; otherwise scanning would take quadratic time.
 * The entities that a DOCTYPE declares are skipped and never expanded.
 */
const markup = new RegExp(
  [
    /<!-(?=-)[\s\S]*?(?:-->|$)/,
    /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)/,
    /<\?[^>]*/,
    /<![^[>]*(?:\[[^\]]*)?[^>]*/,
    // Values may contain `>`. At most 1000 are recognized, because matching each takes stack space.
    /<(?<slash>\/?)(?<name>[^\s/>!?]+)[^>=]*(?:=(?:\s*(?:"[^"]*"?|'[^']*'?))?[^>=]*){0,1000}[^>]*(?<end>>|$)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** The lowercase name of the root element; `undefined` if there is none. */
export function rootName(xml: string): string | undefined {
  return tags(xml).next().value?.name;
}

/** The feed format of a root element; `undefined` if it is not a feed. */
export function xmlFeedFormat(root: string): XmlFeedFormat | undefined {
  const name = localName(root);
  if (name === 'feed') return 'atom';
  return name === 'rss' || name === 'rdf' ? name : undefined;
}

/**
 * Finds the entries in linear time without parsing them, so that a malformed or empty one neither
 * affects nor renumbers the others. Returns `undefined` if the document is not a feed.
 */
export function splitXmlFeed(text: string, maxEntries: number): SplitXmlFeed | undefined {
  const iterator = tags(text);
  const root = iterator.next().value;
  const format = root && xmlFeedFormat(root.name);
  if (!root || !format || root.end - root.start > maxContextTag) return undefined;
  const splitter = new FeedSplitter(text, maxEntries, root, format);
  for (const tag of iterator) {
    if (splitter.complete) break;
    splitter.add(tag);
  }
  return splitter.finish();
}

class FeedSplitter {
  complete: boolean;
  readonly #text: string;
  readonly #maxEntries: number;
  readonly #root: Tag;
  readonly #format: XmlFeedFormat;
  /** Names of entry tags: without a prefix, or with that of the root or the channel. */
  readonly #entryNames: Set<string>;
  readonly #entries: (string | undefined)[] = [];
  #count = 0;
  #head = '';
  #channel: Tag | undefined;
  /** Start of the entry that is being read. */
  #entryStart: number | undefined;
  /** Everything before this index belongs to the head or to an entry. */
  #position: number;
  /** End of the last tag outside entries. */
  #lastTagEnd: number;

  constructor(text: string, maxEntries: number, root: Tag, format: XmlFeedFormat) {
    this.#text = text;
    this.#maxEntries = maxEntries;
    this.#root = root;
    this.#format = format;
    this.complete = root.kind === 'empty';
    this.#entryNames = new Set([entryNames[format], prefix(root.name) + entryNames[format]]);
    this.#position = root.start;
    this.#lastTagEnd = root.end;
  }

  add(tag: Tag): void {
    if (this.#entryNames.has(tag.name)) this.#addEntryTag(tag);
    else if (!this.#channel && tag.kind === 'open' && localName(tag.name) === 'channel') {
      this.#channel = tag;
      this.#entryNames.add(prefix(tag.name) + entryNames[this.#format]);
    }
    this.complete = tag.kind === 'close' && tag.name === this.#root.name;
    if (this.complete) this.#endEntry(tag.start, false);
    if (this.#entryStart === undefined) this.#lastTagEnd = tag.end;
  }

  finish(): SplitXmlFeed {
    this.#endEntry(this.#text.length, false);
    this.#addHead(this.#lastTagEnd);
    const root = contextTags(this.#text, this.#root);
    const channel = contextTags(this.#text, this.#format === 'rss' ? this.#channel : undefined);
    return {
      format: this.#format,
      head: this.#head,
      before: `${root.start}${channel.start}`,
      after: `${channel.end}${root.end}`,
      entries: this.#entries,
      count: this.#count,
      complete: this.complete,
    };
  }

  #addEntryTag({ kind, start, end }: Tag): void {
    if (kind !== 'close') {
      this.#endEntry(start, false);
      this.#addHead(start);
      this.#entryStart = start;
    }
    if (kind !== 'open') this.#endEntry(end, true);
  }

  #endEntry(end: number, isClosed: boolean): void {
    const start = this.#entryStart;
    if (start === undefined) return;
    this.#count += 1;
    if (this.#count <= this.#maxEntries) {
      this.#entries.push(isClosed ? this.#text.slice(start, end) : undefined);
    }
    this.#position = end;
    this.#entryStart = undefined;
  }

  #addHead(end: number): void {
    const text = this.#text.slice(this.#position, Math.max(this.#position, end));
    if (text.trim() !== '') this.#head += text;
  }
}

/** The tags of a document, which need not be well-formed, in order. */
function* tags(xml: string): Generator<Tag, undefined> {
  for (const { 0: text, index, groups = {} } of xml.matchAll(markup)) {
    const { slash, name, end } = groups;
    if (name === undefined || end === '') continue;
    const kind = slash ? 'close' : text.endsWith('/>') ? 'empty' : 'open';
    yield { kind, name: name.toLowerCase(), start: index, end: index + text.length };
  }
}

/** The start and end tag of the element that `tag` opens; empty without a `tag`. */
function contextTags(text: string, tag: Tag | undefined): { start: string; end: string } {
  if (tag === undefined) return { start: '', end: '' };
  const { name, start, end } = tag;
  if (end - start > maxContextTag) return { start: '<channel>', end: '</channel>' };
  // `name` is in lowercase, but XML names are case-sensitive.
  const originalName = text.slice(start + 1, start + 1 + name.length);
  return { start: text.slice(start, end), end: `</${originalName}>` };
}

function prefix(name: string): string {
  return name.slice(0, name.indexOf(':') + 1);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
