import { fstatSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { Redactor } from '../../node/redactor.ts';
import { usesColor } from './color-choice.ts';
import { CompleteWrites } from './complete-writes.ts';
import { escapeControls, escapeText, indentJson } from './json-text.ts';
import { wrapLine } from './wrap-line.ts';

/** Milliseconds after a line in which its reader may close stdout. */
const minProbePause = 10;

export interface OutputStream extends Writable {
  isTTY?: boolean;
  columns?: number;
  fd?: number;
}

/** The streams of a process. */
interface OutputStreams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/**
 * The only access to stdout and stderr. Responses go to stdout, messages to stderr. A closed pipe
 * is not an error.
 */
export class Output {
  readonly #streams: OutputStreams;
  readonly #stderr: OutputStream;
  readonly #onLost: (error: Error) => void;
  #opened: OutputStream | undefined;
  readonly #redactor = new Redactor();
  #isClosed = false;
  /** In milliseconds of `performance.now()`. */
  #lastDelivery = 0;
  #onDelivery = () => {};
  #status = '';
  #isLost = false;

  /** @param onLost called if writing to stdout fails, except for a closed pipe */
  constructor(streams: OutputStreams, onLost: (error: Error) => void = () => {}) {
    this.#streams = streams;
    this.#stderr = streams.stderr;
    this.#onLost = onLost;
    // An error of stderr cannot be reported anywhere.
    this.#stderr.on('error', () => {});
  }

  /** Opened when it is first used, which help does not. */
  get #stdout(): OutputStream {
    this.#opened ??= this.#open(this.#streams.stdout);
    return this.#opened;
  }

  #open(stdout: OutputStream): OutputStream {
    const stream = isFile(stdout) ? new CompleteWrites(stdout.fd) : stdout;
    return stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      this.#isLost = true;
      this.#onLost(error);
    });
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
    return this.#stderr.isTTY === true && this.#stdout.isTTY === true;
  }

  /** Columns of help on stderr (default: 80). */
  get columns(): number {
    return (this.terminal && this.#stderr.columns) || 80;
  }

  /** Columns of stdout if it is a terminal. */
  get width(): number | undefined {
    return this.#stdout.isTTY === true ? this.#stdout.columns || 80 : undefined;
  }

  /** Replaces all secrets in a text by `***`. */
  redacted(text: string): string {
    return this.#redactor.redact(text);
  }

  /** Prints a JSON document on stdout, indented. */
  document(jsonText: string): void {
    this.text(`${indentJson(jsonText)}\n`);
  }

  /**
   * Prints text on stdout without formatting it.
   *
   * @param isSafe whether it is safe for terminals already (default: false)
   */
  text(text: string, { isSafe = false } = {}): void {
    this.#stdout.write(this.redacted(isSafe ? text : escapeControls(text)));
  }

  /** Prints a value on stdout as one line of JSON. */
  line(value: unknown): void {
    this.#write(this.#stdout, escapeControls(JSON.stringify(value)));
  }

  /** Prints a line of JSON on stdout. Resolves after the write, with `false` if it failed. */
  deliver(jsonLine: string): Promise<boolean> {
    return this.deliverText(`${jsonLine}\n`);
  }

  /** Prints lines on stdout. Resolves after the write, with `false` if it failed. */
  deliverText(text: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.#stdout.write(this.redacted(escapeControls(text)), (error) => {
        this.#lastDelivery = performance.now();
        this.#onDelivery();
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
   * Resolves when the reader of stdout has closed it, or the signal is aborted. Probes soon after a
   * line, when a reader such as `head -1` closes it, then less and less often: at least every second.
   */
  async untilClosed(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const delivery = new AbortController();
      const pause = Math.min(Math.max(performance.now() - this.#lastDelivery, minProbePause), 1000);
      if (pause > minProbePause) this.#onDelivery = () => delivery.abort();
      const waking = AbortSignal.any([signal, delivery.signal]);
      await setTimeout(pause, undefined, { signal: waking }).catch(() => {});
      if (!waking.aborted && !(await this.probe())) return;
    }
  }

  /** Prints plain text on stdout, such as the version. */
  plainText(text: string): void {
    this.#write(this.#stdout, text);
  }

  /** Prints an API key on stdout as it is: the only output that is not redacted. */
  key(apiKey: string): void {
    this.#stdout.write(`${apiKey}\n`);
  }

  /**
   * Shows a line on the terminal of stderr. The next one replaces it, and messages are printed above it;
   * an empty one removes it. Changes no state of the terminal that must be restored.
   *
   * @param line redacted, without control characters, and shorter than the terminal is wide
   */
  status(line: string): void {
    if (line === this.#status) return;
    this.#status = line;
    this.#stderr.write(`${clearedLine}${line}`);
  }

  /** Prints a line of a log on stderr, in one piece: lines of JSON stay valid. */
  log(line: string): void {
    this.#write(this.#stderr, escapeText(line));
  }

  /** Prints a message on stderr; on a terminal, lines end between words. */
  note(text: string): void {
    this.#print(this.#stderr, this.#wrapped(text));
  }

  /** Prints a question on stderr, in lines like a message; the answer is typed on the last one. */
  question(text: string): void {
    this.#stderr.write(`${this.#wrapped(text)} `);
  }

  #wrapped(text: string): string {
    const safe = this.redacted(escapeText(text));
    const width = this.terminal && this.#stderr.columns;
    if (!width) return safe;
    const lines = safe.split('\n').map((line) => wrapLine(line, width));
    return lines.join('\n');
  }

  /**
   * Prints help on stderr. With colors, headings (lines in capital letters) are bold. Help is the same for
   * everybody, so it is not redacted.
   */
  help(text: string, colors: Omit<Parameters<typeof usesColor>[0], 'isTerminal'>): void {
    const safe = escapeText(text);
    const isStyled = usesColor({ ...colors, isTerminal: this.terminal !== undefined });
    const styled = isStyled ? safe.replace(/^[A-Z][A-Z ]+$/gm, '\u001b[1m$&\u001b[22m') : safe;
    this.#print(this.#stderr, styled);
  }

  /**
   * Prints what went wrong and the way out on stderr: on one line, or on one for each part if a person
   * reads stdout and stderr together.
   */
  problem([what = '', ...details]: readonly string[]): void {
    const text = this.sharesTerminal
      ? [what, ...details].join('\n  ')
      : what + details.map((each) => `; ${each}`).join('');
    this.note(`newswatch: ${text}`);
  }

  /** Prints a value on stderr as one line of JSON. */
  report(value: unknown): void {
    this.#write(this.#stderr, escapeControls(JSON.stringify(value)));
  }

  /** Ignores further lines: a command that was interrupted may still run, but its error is the last line. */
  close(): void {
    this.#isClosed = true;
  }

  /** Whether writing to stdout has failed so far, except for a closed pipe. */
  async isLost(): Promise<boolean> {
    await this.flush();
    return this.#isLost;
  }

  /** Resolves when everything was written, or cannot be. Errors of stdout have been reported then. */
  async flush(): Promise<void> {
    await drained(this.#stderr);
    if (!this.#opened) return;
    await drained(this.#opened);
    await new Promise((resolve) => setImmediate(resolve));
  }

  #write(stream: OutputStream, line: string): void {
    this.#print(stream, this.redacted(line));
  }

  /** @param line contains no secret */
  #print(stream: OutputStream, line: string): void {
    if (this.#isClosed) return;
    const isBelow = stream === this.#stderr && this.#status !== '';
    const [before, after] = isBelow ? [clearedLine, this.#status] : ['', ''];
    stream.write(`${before}${line}\n${after}`);
  }
}

/** Moves to the start of the line and clears it. */
const clearedLine = '\r\u001B[K';

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
