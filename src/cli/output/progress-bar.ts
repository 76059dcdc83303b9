import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import type { ImportProgress } from 'newswatch/server';

/** @param format in the syntax of cli-progress */
export function createProgressBar(terminal: Writable, format: string): SingleBar {
  const stream = terminal as NodeJS.WritableStream & Writable;
  return new SingleBar({ stream, format, hideCursor: true }, Presets.shades_classic);
}

/** Shows the progress of reading news sources on a terminal. */
export class ImportProgressBar {
  readonly #terminal: Writable;
  #bar: SingleBar | undefined;
  #location = '';

  constructor(terminal: Writable) {
    this.#terminal = terminal;
  }

  show({ location, bytes, total_bytes, items }: ImportProgress): void {
    if (location !== this.#location) this.#begin(location);
    this.#bar?.setTotal(total_bytes ?? bytes);
    this.#bar?.update(bytes, { location, items });
  }

  end(): void {
    this.#bar?.stop();
    this.#bar = undefined;
  }

  #begin(location: string): void {
    this.end();
    this.#location = location;
    const format = '{location} {bar} {percentage} % · {items} items';
    this.#bar = createProgressBar(this.#terminal, format);
    this.#bar.start(1, 0, { location, items: 0 });
  }
}
