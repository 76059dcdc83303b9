import { describe, expect, it } from 'vitest';
import { dataOf, splitEvents } from '../../../src/client/event-stream.ts';

async function eventsOf(text: string, chunkSize: number): Promise<string[]> {
  async function* chunks() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  const events: string[] = [];
  for await (const event of splitEvents(chunks(), 100)) events.push(event.toString());
  return events;
}

describe.each(['\n', '\r', '\r\n'])('an event stream with %j as line end', (end) => {
  it.each([1, 2, 3, 1000])('is split after each event, in chunks of %i bytes', async (size) => {
    const text = [': "', 'data: {"a":', 'data:1}', '', '', 'event: x', 'data', '', 'data: é'].join(
      end,
    );
    const events = await eventsOf(text, size);
    expect(events.join('')).toBe(text);
    const data = events.map((event) => dataOf(Buffer.from(event))).filter((each) => each !== '');
    expect(data).toEqual(['{"a":\n1}', 'é']);
  });

  it('passes on everything up to the end of an event', async () => {
    const received: string[] = [];
    async function* chunks() {
      yield Buffer.from(`data: 1${end}${end}`);
      // Everything of the first chunk was read before the second.
      expect(received.join('')).toBe(`data: 1${end}${end}`);
      yield Buffer.from('data: 2');
    }
    for await (const event of splitEvents(chunks(), 100)) received.push(event.toString());
    expect(received.at(-1)).toBe('data: 2');
  });

  it('fails at an event that is too large', async () => {
    const small = `data: 1${end}${end}`.repeat(100);
    const events = await eventsOf(small, 7);
    expect(events.filter((event) => event.includes('data'))).toHaveLength(100);
    await expect(eventsOf(`${small}data: ${'x'.repeat(101)}`, 7)).rejects.toThrow('100 bytes');
  });
});
