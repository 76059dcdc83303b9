import type { Operation } from '../contract/operation.ts';
import {
  type Methods,
  mapOperations,
  type Operations,
  operations,
} from '../contract/operations.ts';
import { InvalidResponseError, ServiceError } from './errors.ts';
import {
  type CallOptions,
  createRawClient,
  type RawClientOptions,
  schemaMismatch,
} from './raw-client.ts';

export interface ClientOptions extends RawClientOptions {
  /**
   * Whether an answer that does not fit the types is an {@link InvalidResponseError}; not unless asked for,
   * as with the command line: a service may say more than this version knows.
   */
  strict?: boolean;
}

/** A method for each operation, `client.news.search({ query })`. */
export type Client = Methods<Operations, [options?: CallOptions]> & {
  /** Ends the kept-alive connections. */
  close(): Promise<void>;
};

/**
 * A typed client of the service.
 *
 * Each method throws {@link InputError} before any network, {@link ServiceError} for an error that
 * the service answered with (402 `plan_required` is one), {@link NetworkError} when no whole answer
 * came, {@link InvalidResponseError} when the answer is not what the service promises.
 *
 * @throws {SettingError} when the base URL or the key cannot work
 */
export function createClient({ strict = false, ...options }: ClientOptions): Client {
  const caller = createRawClient(options);

  async function method(operation: Operation, input: unknown = {}, callOptions?: CallOptions) {
    const { status, body } = await caller.call(operation, input, callOptions);
    if (status >= 400) throw new ServiceError(status, body as Record<string, unknown>);
    const mismatch = strict ? schemaMismatch(operation, body) : undefined;
    if (mismatch) throw new InvalidResponseError(status, mismatch);
    return body;
  }

  const methods = mapOperations(operations, (operation) => method.bind(undefined, operation));
  return { ...methods, close: () => caller.close() } as Client;
}
