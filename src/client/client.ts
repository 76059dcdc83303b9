import type { Operation } from '../contract/operation.ts';
import { mapOperations, operations } from '../contract/operations.ts';
import { validate } from '../contract/validate.ts';
import type { OperationMethods } from '../generated/operations.ts';
import type { CallOptions } from './call-options.ts';
import type { ClientOptions } from './client-options.ts';
import { CallAbortedError, InputError, InvalidResponseError, ServiceError } from './errors.ts';
import { createRawClient } from './raw-client.ts';
import { schemaMismatch } from './schema-mismatch.ts';

/** One method per operation: `client.news.search({ query })`. */
export interface Client extends OperationMethods {
  /** Closes the keep-alive connections. */
  close(): Promise<void>;
}

/**
 * Creates a typed client of the service.
 *
 * Each method throws {@link InputError} if the input is invalid (nothing is sent),
 * {@link ServiceError} if the service responds with an error (such as 402 `plan_required`),
 * {@link NetworkError} if no complete response was received, {@link InvalidResponseError} if the
 * response is not JSON, and the reason of the signal if it is aborted.
 *
 * @throws {SettingError} if the base URL or the API key is unusable
 * @throws {RangeError} if the timeout is not from 1 ms to 24 h
 */
export function createClient({
  strict = false,
  ...options
}: ClientOptions & { proxy?: string | undefined }): Client {
  checkTimeout(options.timeout);
  const client = createRawClient(options);

  async function method(operation: Operation, input: unknown = {}, callOptions?: CallOptions) {
    const validated = validate(operation, input);
    if ('issues' in validated) throw new InputError(operation.name, validated.issues);
    const { status, body, requestId, retryAfter } = await client
      .call(operation, validated.input, callOptions)
      .catch((error: unknown) => {
        throw error instanceof CallAbortedError ? error.reason : error;
      });
    if (status >= 400)
      throw new ServiceError(status, body as Record<string, unknown>, { requestId, retryAfter });
    const mismatch = strict ? schemaMismatch(operation, body) : undefined;
    if (mismatch) throw new InvalidResponseError(status, mismatch, { requestId });
    return body;
  }

  const methods = mapOperations(operations, (operation) => method.bind(undefined, operation));
  return { ...methods, close: () => client.close() } as Client;
}

/** In milliseconds. */
const maxTimeout = 86_400_000;

/** @throws {RangeError} */
function checkTimeout(timeout = maxTimeout): void {
  if (timeout >= 1 && timeout <= maxTimeout) return;
  throw new RangeError(`timeout must be from 1 to ${maxTimeout} milliseconds (got ${timeout})`);
}
