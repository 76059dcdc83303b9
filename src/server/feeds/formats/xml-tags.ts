import { Tokenizer } from 'htmlparser2';
import { IgnoredTokens } from '../text/ignored-tokens.ts';

/** A tag of an XML document, outside comments, CDATA sections and declarations. */
export interface XmlTag {
  kind: 'open' | 'close' | 'empty';
  /** With its prefix, in lower case, because feeds differ in case. */
  name: string;
  /** Index of the `<`. */
  start: number;
  /** Index after the `>`. */
  end: number;
}

/** The first tag of a document; `undefined` if there is none. */
export function firstTag(text: string): XmlTag | undefined {
  let first: XmlTag | undefined;
  scanTags(text, 0, (tag) => {
    first = tag;
    return false;
  });
  return first;
}

/**
 * Reports the tags from an index on, in order, until `onTag` returns false. The XML need not be
 * well-formed. Runs in linear time and does not store the tags.
 */
export function scanTags(text: string, from: number, onTag: (tag: XmlTag) => boolean): void {
  let next: number | undefined = from;
  while (next !== undefined) next = new TagScan(text, next, onTag).run();
}

class TagScan extends IgnoredTokens {
  readonly #text: string;
  readonly #offset: number;
  readonly #onTag: (tag: XmlTag) => boolean;
  readonly #tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: false }, this);
  #name = '';
  #start = 0;
  /** Index at which a new scan continues. */
  #next: number | undefined;

  constructor(text: string, offset: number, onTag: (tag: XmlTag) => boolean) {
    super();
    this.#text = text;
    this.#offset = offset;
    this.#onTag = onTag;
  }

  run(): number | undefined {
    this.#tokenizer.write(this.#text.slice(this.#offset));
    return this.#next;
  }

  override onopentagname(start: number, end: number): void {
    this.#start = this.#offset + start - 1;
    this.#name = this.#nameAt(start, end);
  }

  override onopentagend(end: number): void {
    this.#report('open', end);
  }

  override onselfclosingtag(end: number): void {
    this.#report('empty', end);
  }

  override onclosetag(start: number, end: number): void {
    const close = this.#text.indexOf('>', this.#offset + end);
    if (close === -1) return;
    this.#start = this.#text.lastIndexOf('<', this.#offset + start - 1);
    this.#name = this.#nameAt(start, end);
    this.#report('close', close - this.#offset);
  }

  /**
   * Skips the internal subset of a DOCTYPE, in which the tokenizer would take the first `>` for the
   * end of the DOCTYPE. The entities that it declares are never expanded.
   */
  override ondeclaration(start: number, end: number): void {
    const subset = this.#text.slice(this.#offset + start, this.#offset + end).indexOf('[');
    if (subset === -1) return;
    this.#tokenizer.pause();
    const subsetEnd = this.#text.indexOf(']', this.#offset + start + subset);
    const close = subsetEnd === -1 ? -1 : this.#text.indexOf('>', subsetEnd);
    if (close !== -1) this.#next = close + 1;
  }

  #nameAt(start: number, end: number): string {
    return this.#text.slice(this.#offset + start, this.#offset + end).toLowerCase();
  }

  #report(kind: XmlTag['kind'], end: number): void {
    const tag = { kind, name: this.#name, start: this.#start, end: this.#offset + end + 1 };
    if (!this.#onTag(tag)) this.#tokenizer.pause();
  }
}
