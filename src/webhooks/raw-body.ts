import { typeName } from '../contract/type-name.ts';
import { WebhookError } from './webhook-error.ts';

/** The raw bytes of a body, or a string, which is encoded as UTF-8. */
export type RawBody = Uint8Array | string;

/** @throws {WebhookError} `bad_arguments` if a body is neither bytes nor a string */
export function checkBody(body: RawBody): RawBody {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new WebhookError(
    'bad_arguments',
    `body is ${typeName(body)}: pass the raw bytes of the request (a Uint8Array, such as a Buffer) or its text, before any parsing`,
  );
}
