import { typeName } from '../contract/type-name.ts';
import { concatBytes, utf8Text } from './bytes.ts';
import { checkNames } from './check-names.ts';
import type { Verified, VerifyOptions } from './signed-request.ts';
import { verify } from './verify.ts';
import { WebhookError } from './webhook-error.ts';

/**
 * The part of a web `Request` that is verified, as `fetch` handlers and Hono (`c.req.raw`) get it.
 * Declared here, because `Request` is not a global type of every project.
 */
export interface WebRequest {
  /** The headers of the request. */
  readonly headers: { get(name: string): string | null };
  /** The body as a stream; `null` if there is none. */
  readonly body: { getReader(): BodyReader; readonly locked: boolean } | null;
  /** Whether the body has been read. */
  readonly bodyUsed: boolean;
}

interface BodyReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** Options of {@link verifyRequest}. */
export interface VerifyRequestOptions extends Omit<VerifyOptions, 'body' | 'headers'> {
  /** Maximum size of the body in bytes (default: 1,048,576). */
  maxBodySize?: number;
}

/** The result of {@link verifyRequest}. */
export interface VerifiedRequest extends Verified {
  /** The raw body as text: store this, not the parsed event. */
  text: string;
}

/**
 * Reads the body of a web `Request` and verifies it like `verify`.
 *
 * @throws {WebhookError} like `verify`; also `payload_too_large` (413), and `bad_arguments` (500) for
 *   another kind of request or a body that was read before
 * @throws {Error} if the body cannot be read to its end
 * @example
 * ```ts
 * try {
 *   const { event, text } = await verifyRequest(request, { secrets });
 *   if (event.type === 'news.alert') await save(event.id, text);
 *   return new Response(null, { status: 204 });
 * } catch (error) {
 *   // 401 and 413 are final. After a 503 the event is sent again.
 *   const isFinal = error instanceof WebhookError && [401, 413].includes(error.status);
 *   return new Response(null, { status: isFinal ? error.status : 503 });
 * }
 * ```
 */
export async function verifyRequest(
  request: WebRequest,
  options: VerifyRequestOptions,
): Promise<VerifiedRequest> {
  checkNames('verifyRequest()', options, ['secrets', 'now', 'tolerance', 'maxBodySize']);
  const { maxBodySize = 1_048_576, ...verifyOptions } = options;
  if (!Number.isSafeInteger(maxBodySize) || maxBodySize < 0) {
    throw new WebhookError('bad_arguments', 'maxBodySize is not a number of bytes');
  }
  const body = await readBody(checkRequest(request), maxBodySize);
  const verified = await verify({ ...verifyOptions, headers: request.headers, body });
  return { ...verified, text: utf8Text(body) };
}

function checkRequest(request: WebRequest): WebRequest {
  if (!isWebRequest(request)) {
    throw new WebhookError(
      'bad_arguments',
      `request is ${typeName(request)} that is not a web Request: for Express and node:http, pass body and headers to verify`,
    );
  }
  if (!request.bodyUsed && !request.body?.locked) return request;
  throw new WebhookError(
    'bad_arguments',
    'the body of the request was already read: call verifyRequest before json(), text() or a body parser',
  );
}

function isWebRequest(value: unknown): boolean {
  const { body, bodyUsed } = Object(value) as Partial<WebRequest>;
  return typeof bodyUsed === 'boolean' && (body === null || typeof body?.getReader === 'function');
}

/** Copies the chunks into one buffer, because a sender may make each byte a chunk. */
async function readBody({ body }: WebRequest, maxBodySize: number): Promise<Uint8Array> {
  const reader = body?.getReader();
  let bytes = new Uint8Array(0);
  let length = 0;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return bytes.subarray(0, length);
    const end = length + value.length;
    if (end > maxBodySize) {
      await reader?.cancel();
      throw new WebhookError('payload_too_large', `the body is larger than ${maxBodySize} bytes`);
    }
    if (end > bytes.length) {
      const capacity = Math.min(maxBodySize, Math.max(end, 2 * bytes.length));
      bytes = concatBytes(bytes, new Uint8Array(capacity - bytes.length));
    }
    bytes.set(value, length);
    length = end;
  }
}
