import { fstatSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { CompleteWrites } from './complete-writes.ts';
import { escapeControls, harmlessWords, indentJson } from './json-text.ts';

/** Characters; a shorter value would be found in words that are no secret. */
const shortestSecret = 8;

/** What `process.stdout` and `process.stderr` are to the program. */
export interface OutputStream extends Writable {
  isTTY?: boolean;
  columns?: number;
  fd?: number;
}

/**
 * The only writer of stdout and stderr. Bytes from the service go to stdout, words from the
 * program to stderr. A reader that closes the pipe ends the output quietly.
 */
export class Output {
  readonly #stdout: OutputStream;
  readonly #stderr: OutputStream;
  readonly #secrets = new Set<string>();

  /** @param onLost told when stdout did not take everything, for another reason than a closed pipe */
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
    // There is nobody left to tell.
    stderr.on('error', () => {});
  }

  /** From now on `***` stands for this value, and for its forms in a URL and in JSON. */
  conceal(secret: string, shortest: number = shortestSecret): void {
    if (secret.length < shortest) return;
    const json = JSON.stringify(secret).slice(1, -1);
    for (const form of [secret, json, encodeURIComponent(secret)]) this.#secrets.add(form);
  }

  /** stderr where a person looks at it, for what would only be noise in a file. */
  get terminal(): Writable | undefined {
    return this.#stderr.isTTY === true ? this.#stderr : undefined;
  }

  /** How wide words on stderr may be: as its terminal is, or as one used to be. */
  get columns(): number {
    return (this.terminal && this.#stderr.columns) || 80;
  }

  /** The same text with every secret in it as `***`. */
  redacted(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, '***');
    return clean;
  }

  /** A JSON document on stdout: indented, otherwise as it is. */
  document(jsonText: string): void {
    this.text(`${indentJson(jsonText)}\n`);
  }

  /** JSON text on stdout, with its line ends. */
  text(text: string): void {
    this.#stdout.write(this.redacted(escapeControls(text)));
  }

  /** A JSON value of the program's own, on one line of stdout. */
  line(value: unknown): void {
    this.#write(this.#stdout, escapeControls(JSON.stringify(value)));
  }

  /**
   * JSON text on one line of stdout. Resolves once the reader's side has taken it: with false where
   * the reader has gone.
   */
  deliver(jsonLine: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.#write(this.#stdout, escapeControls(jsonLine), (error) => resolve(!error));
    });
  }

  /**
   * Whether anybody still reads JSON Lines from stdout. A pipe tells only when bytes go into it, and
   * Node cannot poll one: it is given a space, which is nothing before the JSON of the next line.
   */
  async probe(): Promise<boolean> {
    if (!isPipe(this.#stdout)) return !this.#stdout.destroyed;
    return new Promise((resolve) => {
      this.#stdout.write(' ', (error) => resolve(!error));
    });
  }

  /** Plain text that was asked for, such as the version. */
  answer(text: string): void {
    this.#write(this.#stdout, text);
  }

  /** Words of the program on stderr. */
  note(text: string): void {
    this.#write(this.#stderr, harmlessWords(text));
  }

  /** A JSON value of the program's own, on one line of stderr. */
  report(value: unknown): void {
    this.#write(this.#stderr, escapeControls(JSON.stringify(value)));
  }

  #write(
    stream: OutputStream,
    line: string,
    onTaken?: (error: Error | null | undefined) => void,
  ): void {
    stream.write(`${this.redacted(line)}\n`, onTaken);
  }
}

function isFile(stream: OutputStream): stream is OutputStream & { fd: number } {
  return stream.fd !== undefined && fstatSync(stream.fd).isFile();
}

function isPipe({ fd }: OutputStream): boolean {
  if (fd === undefined) return false;
  const kind = fstatSync(fd);
  return kind.isFIFO() || kind.isSocket();
}
