/** A stream with a chunk for each byte. All chunks use the same memory, so that none can be kept. */
export async function* byteChunks(text: string): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(1);
  for (const byte of Buffer.from(text)) {
    chunk[0] = byte;
    yield chunk;
  }
}
