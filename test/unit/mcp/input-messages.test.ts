import { expect, it } from 'vitest';
import { inputLines } from '../../../src/mcp/input-messages.ts';
import { byteChunks } from '../../helpers/byte-chunks.ts';

const message = '{"jsonrpc":"2.0","method":"a"}';

async function linesIn(input: AsyncIterable<Buffer>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of inputLines(input)) {
    lines.push('rejection' in line ? line.rejection : line.messages.map((m) => m.text).join());
  }
  return lines;
}

it('keeps no chunk, however small they are', async () => {
  expect(await linesIn(byteChunks(`${message}\n\r\n${message}`))).toEqual([message, message]);
});

it('rejects a line that is too long and reads the next', async () => {
  async function* input() {
    for (let n = 0; n < 17; n += 1) yield Buffer.alloc(1_048_576, 0x20);
    yield Buffer.from(`\n${message}\n`);
  }
  expect(await linesIn(input())).toEqual(['the line has more than 16777216 bytes', message]);
});
