import { decodeHTML } from 'entities';
import { Tokenizer } from 'htmlparser2';
import { escapeNonTags } from './escape-non-tags.ts';
import { hiddenElements, inlineElements } from './html-elements.ts';
import { IgnoredTokens } from './ignored-tokens.ts';

/**
 * The text of HTML, without tags, comments, scripts and styles. Block elements separate words and
 * entities are decoded once. A `<` that does not begin a tag is text, as in `1 < 2` and `<CCR>`.
 * The result is text, not markup: it may contain `<` and must be escaped in a page.
 */
export function htmlText(html: string): string {
  const markup = escapeNonTags(html);
  const collector = new TextCollector(markup);
  // Not the parser: it searches all open elements at each end tag, which is quadratic.
  const tokenizer = new Tokenizer({ decodeEntities: false }, collector);
  tokenizer.write(markup);
  tokenizer.end();
  return decodeHTML(collector.parts.join(''));
}

class TextCollector extends IgnoredTokens {
  /** The text so far, with entities. */
  readonly parts: string[] = [];
  readonly #markup: string;
  /** The open element whose content is hidden. */
  #hidden: string | undefined;
  #tag = '';

  constructor(markup: string) {
    super();
    this.#markup = markup;
  }

  override ontext(start: number, end: number): void {
    if (this.#hidden === undefined) this.parts.push(this.#markup.slice(start, end));
  }

  override onopentagname(start: number, end: number): void {
    this.#tag = this.#markup.slice(start, end).toLowerCase();
    this.#separate(this.#tag);
    if (hiddenElements.has(this.#tag)) this.#hidden ??= this.#tag;
  }

  override onselfclosingtag(): void {
    if (this.#hidden === this.#tag) this.#hidden = undefined;
  }

  override onclosetag(start: number, end: number): void {
    const tag = this.#markup.slice(start, end).toLowerCase();
    if (this.#hidden === tag) this.#hidden = undefined;
    this.#separate(tag);
  }

  /** CDATA in HTML comes from publishers that escape twice: its content is text. */
  override oncdata(start: number, end: number, endOffset: number): void {
    this.ontext(start, end - endOffset);
  }

  #separate(tag: string): void {
    if (this.#hidden === undefined && !inlineElements.has(tag)) this.parts.push(' ');
  }
}
