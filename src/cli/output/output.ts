import { fstatSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { Redactor } from '../../node/redactor.ts';
import { CompleteWrites } from './complete-writes.ts';
import { escapeControls, escapeText, indentJson } from './json-text.ts';

export interface OutputStream extends Writable {
  isTTY?: boolean;
  columns?: number;
  fd?: number;
}

/**
 * The only access to stdout and stderr. Responses go to stdout, messages to stderr. A closed pipe
 * is not an error.
 */
export class Output {
  readonly #stdout: OutputStream;
  readonly #stderr: OutputStream;
  readonly #redactor = new Redactor();
  /** In milliseconds of `performance.now()`. */
  #lastDelivery = 0;

  /** @param onLost called if writing to stdout fails, except for a closed pipe */
  constructor(
    stdout: OutputStream,
    stderr: OutputStream,
    onLost: (error: Error) => void = () => {},
  ) {
    this.#stdout = isFile(stdout) ? new CompleteWrites(stdout.fd) : stdout;
    this.#stderr = stderr;
    this.#stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') onLost(error);
    });
    // An error of stderr cannot be reported anywhere.
    stderr.on('error', () => {});
  }

  /**
   * Replaces a secret by `***` in all later output, also encoded: see {@link Redactor}.
   *
   * @param minLength in characters; a shorter secret is ignored (default: 4)
   */
  conceal(secret: string, minLength?: number): void {
    this.#redactor.conceal(secret, minLength);
  }

  /** stderr if it is a terminal, for output that would be noise in a file. */
  get terminal(): Writable | undefined {
    return this.#stderr.isTTY === true ? this.#stderr : undefined;
  }

  /** Whether stdout and stderr are both terminals, so that a person reads them together. */
  get sharesTerminal(): boolean {
    return this.#stdout.isTTY === true && this.#stderr.isTTY === true;
  }

  /** Columns of help on stderr (default: 80). */
  get columns(): number {
    return (this.terminal && this.#stderr.columns) || 80;
  }

  /** Replaces all secrets in a text by `***`. */
  redacted(text: string): string {
    return this.#redactor.redact(text);
  }

  /** Prints a JSON document on stdout, indented. */
  document(jsonText: string): void {
    this.text(`${indentJson(jsonText)}\n`);
  }

  /** Prints JSON text on stdout without formatting it. */
  text(text: string): void {
    this.#stdout.write(this.redacted(escapeControls(text)));
  }

  /** Prints a value on stdout as one line of JSON. */
  line(value: unknown): void {
    this.#write(this.#stdout, escapeControls(JSON.stringify(value)));
  }

  /** Prints a line of JSON on stdout. Resolves after the write, with `false` if it failed. */
  deliver(jsonLine: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.#write(this.#stdout, escapeControls(jsonLine), (error) => {
        this.#lastDelivery = performance.now();
        resolve(!error);
      });
    });
  }

  /**
   * Whether stdout still has a reader. Only a write detects a closed pipe, so this writes a space,
   * which is insignificant before the next line of JSON.
   */
  async probe(): Promise<boolean> {
    if (!isPipe(this.#stdout)) return !this.#stdout.destroyed;
    return new Promise((resolve) => {
      this.#stdout.write(' ', (error) => resolve(!error));
    });
  }

  /**
   * Resolves when the reader of stdout has closed it, or the signal is aborted. Probes 100 ms after a
   * line, when a reader such as `head -1` closes it, and later every second.
   */
  async untilClosed(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const pause = Math.min(Math.max(performance.now() - this.#lastDelivery, 100), 1000);
      await setTimeout(pause, undefined, { signal }).catch(() => {});
      if (!signal.aborted && !(await this.probe())) return;
    }
  }

  /** Prints plain text on stdout, such as the version. */
  plainText(text: string): void {
    this.#write(this.#stdout, text);
  }

  /** Prints a message on stderr. */
  note(text: string): void {
    this.#write(this.#stderr, escapeText(text));
  }

  /**
   * Prints what went wrong and the way out on stderr: on one line, or on one for each part if stderr is
   * a terminal.
   */
  problem([what = '', ...details]: readonly string[]): void {
    const text = this.terminal
      ? [what, ...details].join('\n  ')
      : what + details.map((each) => `; ${each}`).join('');
    this.note(`newswatch: ${text}`);
  }

  /** Prints a value on stderr as one line of JSON. */
  report(value: unknown): void {
    this.#write(this.#stderr, escapeControls(JSON.stringify(value)));
  }

  /** Resolves when everything was written, or cannot be. Errors of stdout have been reported then. */
  async flush(): Promise<void> {
    await Promise.all([this.#stdout, this.#stderr].map(drained));
    await new Promise((resolve) => setImmediate(resolve));
  }

  #write(
    stream: OutputStream,
    line: string,
    onWritten?: (error: Error | null | undefined) => void,
  ): void {
    stream.write(`${this.redacted(line)}\n`, onWritten);
  }
}

function drained(stream: OutputStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableLength === 0) resolve();
    else stream.write('', () => resolve());
  });
}

function isFile(stream: OutputStream): stream is OutputStream & { fd: number } {
  return stream.fd !== undefined && fstatSync(stream.fd).isFile();
}

function isPipe({ fd }: OutputStream): boolean {
  if (fd === undefined) return false;
  const kind = fstatSync(fd);
  return kind.isFIFO() || kind.isSocket();
}
