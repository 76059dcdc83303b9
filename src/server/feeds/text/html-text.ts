import { decodeHTML } from 'entities';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { withoutFalseTags } from './escape-non-tags.ts';
import { HIDDEN_ELEMENTS, INLINE_ELEMENTS } from './html-elements.ts';

/**
 * The text of HTML: tags, comments, scripts and styles go, entities are decoded once, block
 * elements part words. A `<` that opens nothing HTML knows is text, so that `1 < 2` and a ticker
 * such as `<CCR>` stay. What is returned may contain `<`: it is text, for a page to escape.
 */
export function htmlText(html: string): string {
  const markup = withoutFalseTags(html);
  const reading = new Reading(markup);
  // The tokenizer alone: the parser above it looks through all open elements at each end tag.
  const tokenizer = new Tokenizer({ decodeEntities: false }, reading);
  tokenizer.write(markup);
  tokenizer.end();
  return decodeHTML(reading.parts.join(''));
}

/** What the tokenizer tells, by places in the markup; `parts` is the text so far, undecoded. */
class Reading implements TokenizerCallbacks {
  readonly parts: string[] = [];
  readonly #markup: string;
  /** The element, not for reading, that is open. */
  #hidden: string | undefined;
  #tag = '';

  constructor(markup: string) {
    this.#markup = markup;
  }

  ontext(start: number, end: number): void {
    if (this.#hidden === undefined) this.parts.push(this.#markup.slice(start, end));
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#markup.slice(start, end).toLowerCase();
    this.#part(this.#tag);
    if (HIDDEN_ELEMENTS.has(this.#tag)) this.#hidden ??= this.#tag;
  }

  onselfclosingtag(): void {
    if (this.#hidden === this.#tag) this.#hidden = undefined;
  }

  onclosetag(start: number, end: number): void {
    const tag = this.#markup.slice(start, end).toLowerCase();
    if (this.#hidden === tag) this.#hidden = undefined;
    this.#part(tag);
  }

  /** Escaped twice by its publisher: the section's content is the text. */
  oncdata(start: number, end: number, endOffset: number): void {
    this.ontext(start, end - endOffset);
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onattribname(): void {}
  onattribdata(): void {}
  onattribentity(): void {}
  onattribend(): void {}
  onopentagend(): void {}
  ontextentity(): void {}
  onend(): void {}

  #part(tag: string): void {
    if (this.#hidden === undefined && !INLINE_ELEMENTS.has(tag)) this.parts.push(' ');
  }
}
