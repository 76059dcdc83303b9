import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';

/**
 * A stream into a file that takes each text whole or fails. Node's own counts a write as done when
 * the disk was full in the middle of it.
 */
export class CompleteWrites extends Writable {
  readonly #fd: number;

  constructor(fd: number) {
    super({ decodeStrings: true });
    this.#fd = fd;
  }

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error) => void): void {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
      done();
    } catch (error) {
      done(error as Error);
    }
  }
}
