import { onOneLine, partsOf, startOfValue } from './json-text.ts';

/** The id of a request, as JavaScript reads it: different large numbers may be equal. */
export type MessageId = string | number;

/** A JSON-RPC message and its text, which is passed on as it was received. */
export interface Message {
  readonly kind: 'request' | 'notification' | 'response' | 'invalid';
  /** On one line. */
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Always present in a request. */
  readonly id: MessageId | undefined;
}

/**
 * The message or batch of messages in a text.
 *
 * @throws {SyntaxError} if the text is not JSON
 */
export function messagesIn(text: string): {
  /** One for each element of a batch, which the 2025-03-26 revision of MCP allows. */
  messages: readonly Message[];
  isBatch: boolean;
} {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) return { messages: [toMessage(value, text)], isBatch: false };
  const parts = partsOf(text, startOfValue(text));
  const messages = parts.map(({ start, end }, n) => toMessage(value[n], text.slice(start, end)));
  return { messages, isBatch: true };
}

function toMessage(value: unknown, text: string): Message {
  const fields = membersOf(value);
  return { kind: kindOf(fields), text: onOneLine(text), fields, id: idOf(fields) };
}

/** Follows JSON-RPC 2.0 and not one revision of MCP, so that messages of all revisions pass. */
function kindOf(fields: Readonly<Record<string, unknown>>): Message['kind'] {
  const { jsonrpc, id, method, result, error } = fields;
  if (jsonrpc !== '2.0') return 'invalid';
  const hasId = idOf(fields) !== undefined;
  if (typeof method === 'string') {
    if (hasId) return 'request';
    return id === undefined ? 'notification' : 'invalid';
  }
  if (method !== undefined) return 'invalid';
  if (isError(error)) return hasId || id === undefined || id === null ? 'response' : 'invalid';
  return result !== undefined && hasId ? 'response' : 'invalid';
}

function isError(value: unknown): boolean {
  const { code, message } = membersOf(value);
  return Number.isInteger(code) && typeof message === 'string';
}

/** The id of a JSON-RPC message; `undefined` if it is missing or invalid. */
export function idOf({ id }: Readonly<Record<string, unknown>>): MessageId | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** The text of a message's id, such as `9007199254740993`. */
export function idText({ id, text }: Message): string {
  // A member that is repeated has its last value.
  const part = partsOf(text, 0).findLast(({ name }) => name === 'id');
  return part ? text.slice(part.start, part.end) : JSON.stringify(id ?? null);
}

/** The text of a message with another id. */
export function withId({ text }: Message, id: string): string {
  const parts = partsOf(text, 0).filter(({ name }) => name === 'id');
  if (parts.length === 0) return `{"id":${id},${text.slice(1)}`;
  return parts.reduceRight(
    (changed, { start, end }) => `${changed.slice(0, start)}${id}${changed.slice(end)}`,
    text,
  );
}

/** The fields of a value; none for anything but an object. */
export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
