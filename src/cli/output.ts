import type { Writable } from 'node:stream';
import { harmless, harmlessWords, layOut } from './json-text.ts';

interface Stream extends Writable {
  isTTY?: boolean;
}

/**
 * The only writer of stdout and stderr. Bytes from the service go to stdout, words from the
 * program to stderr. A reader that closes the pipe ends the output quietly.
 */
export class Output {
  readonly #stdout: Stream;
  readonly #stderr: Stream;

  /** @param onLost told when stdout did not take everything, for another reason than a closed pipe */
  constructor(stdout: Stream, stderr: Stream, onLost: (error: Error) => void = () => {}) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') onLost(error);
    });
    // There is nobody left to tell.
    stderr.on('error', () => {});
  }

  /** stderr where a person looks at it, for what would only be noise in a file. */
  get terminal(): Writable | undefined {
    return this.#stderr.isTTY === true ? this.#stderr : undefined;
  }

  /** A JSON document of the service: indented, otherwise as it was sent. */
  document(jsonText: string): void {
    this.#stdout.write(`${layOut(jsonText)}\n`);
  }

  /** A JSON value of the program's own, on one line of stdout. */
  line(value: unknown): void {
    this.#stdout.write(`${harmless(JSON.stringify(value))}\n`);
  }

  /**
   * JSON text on one line of stdout. Resolves once the reader's side has taken it: with false where
   * the reader has gone.
   */
  deliver(jsonLine: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.#stdout.write(`${harmless(jsonLine)}\n`, (error) => resolve(!error));
    });
  }

  /** Plain text that was asked for, such as the version. */
  answer(text: string): void {
    this.#stdout.write(`${text}\n`);
  }

  /** Words of the program on stderr. */
  note(text: string): void {
    this.#stderr.write(`${harmlessWords(text)}\n`);
  }

  /** A JSON value of the program's own, on one line of stderr. */
  report(value: unknown): void {
    this.#stderr.write(`${harmless(JSON.stringify(value))}\n`);
  }
}
