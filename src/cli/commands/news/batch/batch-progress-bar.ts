import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';

/** Shows on a terminal how many searches are done. Their total is unknown. */
export class BatchProgressBar {
  readonly #bar: SingleBar;

  /** @param done number of searches done before */
  constructor(terminal: Writable, done: number) {
    this.#bar = new SingleBar(
      {
        stream: terminal as NodeJS.WritableStream & Writable,
        format: '{value} searches · {duration_formatted}',
        hideCursor: true,
      },
      Presets.shades_classic,
    );
    this.#bar.start(Number.MAX_SAFE_INTEGER, done);
  }

  increment(): void {
    this.#bar.increment();
  }

  stop(): void {
    this.#bar.stop();
  }
}
