import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import type { ImportProgress } from 'newswatch/server';

/** Shows the progress of reading news sources on a terminal. */
export class ProgressBar {
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
    this.#bar = new SingleBar(
      {
        stream: this.#terminal as NodeJS.WritableStream & Writable,
        format: '{location} {bar} {percentage} % · {items} items',
        hideCursor: true,
      },
      Presets.shades_classic,
    );
    this.#bar.start(1, 0, { location, items: 0 });
  }
}
