import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** In UTF-16 code units. A longer line is divided. */
const maxLineLength = 65_536;

/** Calls a function with each line of UTF-8 text, without its line break. */
export class LineWriter extends Writable {
  readonly #onLine: (line: string) => void;
  readonly #decoder = new StringDecoder('utf8');
  #pending = '';

  constructor(onLine: (line: string) => void) {
    super();
    this.#onLine = onLine;
  }

  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    this.#add(this.#decoder.write(chunk));
    callback();
  }

  override _final(callback: () => void): void {
    this.#add(this.#decoder.end());
    if (this.#pending !== '') this.#onLine(this.#pending);
    callback();
  }

  #add(text: string): void {
    const lines = (this.#pending + text).split(/\r?\n/);
    this.#pending = lines.pop() ?? '';
    for (const line of lines) this.#onLine(line);
    while (this.#pending.length > maxLineLength) {
      this.#onLine(this.#pending.slice(0, maxLineLength));
      this.#pending = this.#pending.slice(maxLineLength);
    }
  }
}
