import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { type Message, membersOf, messagesIn } from './message.ts';

/**
 * A message that carries the text of another as a string through the library's transport, which would
 * change large numbers and reject what its schemas do not know. It is a response if the other is, so
 * that the transport knows that an event stream is complete.
 */
function seal({ kind, text }: Message): JSONRPCMessage {
  return kind === 'response'
    ? { jsonrpc: '2.0', id: 0, result: { text } }
    : { jsonrpc: '2.0', method: 'sealed', params: { text } };
}

/** The text in a sealed message. */
export function unseal(message: JSONRPCMessage): string {
  const carrier = 'result' in message ? message.result : 'params' in message ? message.params : {};
  return String(membersOf(carrier)['text']);
}

/**
 * An event stream with sealed messages.
 *
 * @param onInvalid called for an event that is not a JSON-RPC message, which is left out
 */
export async function* sealedEvents(
  stream: AsyncIterable<Uint8Array>,
  onInvalid: () => void,
): AsyncGenerator<string> {
  let output: string[] = [];
  const parser = createParser({
    onEvent: (event) => void output.push(...sealedEvent(event, onInvalid)),
    onRetry: (milliseconds) => void output.push(`retry: ${milliseconds}\n\n`),
  });
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* output;
    output = [];
  }
}

function* sealedEvent(
  { id, event, data }: EventSourceMessage,
  onInvalid: () => void,
): Generator<string> {
  const name = event === undefined ? '' : `event: ${event}\n`;
  const isMessage = data !== '' && (event === undefined || event === '' || event === 'message');
  const sealed = isMessage ? sealedData(data) : [];
  if (sealed === undefined) onInvalid();
  for (const each of sealed ?? []) yield `${name}data: ${each}\n\n`;
  // The id comes after the messages: the stream is resumed after it.
  if (id !== undefined) yield `id: ${id}\ndata:\n\n`;
}

/** `undefined` if the data is not a JSON-RPC message or a batch of them. */
function sealedData(data: string): string[] | undefined {
  try {
    const { messages } = messagesIn(data);
    if (messages.some(({ kind }) => kind === 'invalid')) return undefined;
    return messages.map((message) => JSON.stringify(seal(message)));
  } catch {
    return undefined;
  }
}
