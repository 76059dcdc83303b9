import {
  createPoolClient,
  type PoolClientOptions,
} from '../../src/client/connection/pool-client.ts';
import { CallAbortedError } from '../../src/client/errors.ts';
import { operations } from '../../src/contract/operations.ts';

/** A client over the connections of the command line, for tests of their stages. */
export function poolCaller(options: PoolClientOptions) {
  const client = createPoolClient(options);
  const usage = async (
    input: Record<string, never> = {},
    { signal }: { signal?: AbortSignal } = {},
  ) => {
    try {
      return (await client.call(operations.usage, input, { signal })).body;
    } catch (error) {
      throw error instanceof CallAbortedError ? error.reason : error;
    }
  };
  return { usage, close: () => client.close() };
}
