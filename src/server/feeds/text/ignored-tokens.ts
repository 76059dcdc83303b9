import type { TokenizerCallbacks } from 'htmlparser2';

/** Ignores all tokens: the base of handlers that need only some of them. */
export class IgnoredTokens implements TokenizerCallbacks {
  ontext(_start: number, _end: number): void {}
  ontextentity(): void {}
  onopentagname(_start: number, _end: number): void {}
  onopentagend(_end: number): void {}
  onselfclosingtag(_end: number): void {}
  onclosetag(_start: number, _end: number): void {}
  onattribname(): void {}
  onattribdata(): void {}
  onattribentity(): void {}
  onattribend(): void {}
  oncdata(_start: number, _end: number, _endOffset: number): void {}
  oncomment(): void {}
  ondeclaration(_start: number, _end: number): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}
