import { GrowingBytes } from './growing-bytes.ts';

/** {@link GrowingBytes} that are taken as a `Buffer`. */
export class GrowingBuffer extends GrowingBytes {
  override take(): Buffer<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = super.take();
    return Buffer.from(buffer, byteOffset, byteLength);
  }
}
