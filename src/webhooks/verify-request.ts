import { typeName } from './type-name.ts';
import { type Verified, type VerifyOptions, verify } from './verify.ts';
import { WebhookError } from './webhook-error.ts';

/** The part of a web `Request` that is verified, as `fetch` handlers and Hono (`c.req.raw`) get it. */
export type WebRequest = Pick<Request, 'headers' | 'body' | 'bodyUsed'>;

export interface VerifyRequestOptions extends Omit<VerifyOptions, 'body' | 'headers'> {
  /** Maximum size of the body in bytes (default: 1,048,576). */
  maxBodySize?: number;
}

export interface VerifiedRequest extends Verified {
  /** The raw body as text: store this, not the parsed event. */
  text: string;
}

const exactText = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads the body of a web `Request` and verifies it like `verify`.
 *
 * @throws {WebhookError} like `verify`; also `payload_too_large` (413), and `bad_arguments` (500) for
 *   another kind of request or a body that was read before
 * @throws {Error} if the body cannot be read to its end
 */
export async function verifyRequest(
  request: WebRequest,
  options: VerifyRequestOptions,
): Promise<VerifiedRequest> {
  const { maxBodySize = 1_048_576, ...verifyOptions } = options ?? {};
  const body = await readBody(checkRequest(request), maxBodySize);
  const verified = verify({ ...verifyOptions, headers: request.headers, body });
  return { ...verified, text: exactText.decode(body) };
}

function checkRequest(request: WebRequest): WebRequest {
  if (typeof request !== 'object' || request === null || typeof request.bodyUsed !== 'boolean') {
    throw new WebhookError(
      'bad_arguments',
      `request is ${typeName(request)} that is not a web Request: for Express and node:http, pass body and headers to verify`,
    );
  }
  if (!request.bodyUsed) return request;
  throw new WebhookError(
    'bad_arguments',
    'the body of the request was already read: call verifyRequest before json(), text() or a body parser',
  );
}

async function readBody({ body }: WebRequest, maxBodySize: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBodySize) {
      throw new WebhookError('payload_too_large', `the body is larger than ${maxBodySize} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
