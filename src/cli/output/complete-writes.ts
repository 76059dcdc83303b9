import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';

/** A file stream that writes all bytes or fails. Node's own accepts partial writes. */
export class CompleteWrites extends Writable {
  readonly #fd: number;

  constructor(fd: number) {
    super({ decodeStrings: true });
    this.#fd = fd;
  }

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error) => void): void {
    try {
      for (let offset = 0; offset < bytes.length; ) offset += writeSync(this.#fd, bytes, offset);
      done();
    } catch (error) {
      done(error as Error);
    }
  }
}
