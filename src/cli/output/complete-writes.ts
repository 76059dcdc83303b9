import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';

/** A file stream that fails on partial writes. Node's own reports success if the disk fills up. */
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
