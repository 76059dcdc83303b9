import type { McpConnection } from 'newswatch/mcp';
import { parseBaseUrl } from '../../../client/base-url.ts';
import { CallAbortedError, InvalidResponseError } from '../../../client/errors.ts';
import { toNetworkError } from '../../../client/network-error.ts';
import { bundles } from '../../bundles.ts';
import type { CallSettings } from '../../config/settings.ts';
import { Failure } from '../../errors/failure.ts';
import type { Shell } from '../../shell.ts';
import { ServiceFetch } from './service-fetch.ts';

/**
 * Calls `work` with an MCP connection to the service and closes it afterwards. `--timeout` and signals
 * end connecting and `work`.
 *
 * @throws {CallAbortedError | NetworkError | InvalidResponseError | ErrorResponse} if a request fails
 */
export async function withMcpConnection(
  settings: CallSettings,
  shell: Shell,
  work: (connection: McpConnection) => Promise<void>,
): Promise<void> {
  const { baseUrl, timeout } = settings;
  const deadline = await shell.deadline();
  const interruption = shell.interruption();
  const serviceFetch = new ServiceFetch(settings, deadline, interruption);
  const { connectMcp } = await bundles.mcp();
  const { fetch } = serviceFetch;
  const signal = AbortSignal.any([deadline.signal, interruption]);
  try {
    const connection = await connectMcp({ url: mcpUrl(settings), fetch }, signal);
    await work(connection).finally(() => connection.close());
  } catch (error) {
    if (error instanceof Failure) throw error;
    // The signal also ends the current request, whose error says what it waited for.
    await new Promise(setImmediate);
    if (serviceFetch.failure) throw serviceFetch.failure;
    if (interruption.aborted) throw new CallAbortedError(interruption.reason, true);
    throw deadline.signal.aborted
      ? toNetworkError(error, { origin: baseUrl, timeout })
      : toInvalidResponse(error);
  } finally {
    serviceFetch.close();
  }
}

/** Converts errors of the MCP library, caused by invalid responses; returns others unchanged. */
function toInvalidResponse(error: unknown): unknown {
  if (!(error instanceof Error) || !/^(Sdk|Protocol|Zod|\$Zod)/.test(error.name)) return error;
  const message = 'the service did not respond as an MCP server';
  return new InvalidResponseError(200, message, { cause: error });
}

export function mcpUrl({ baseUrl, allowHttp }: CallSettings): URL {
  return new URL(`${parseBaseUrl(baseUrl, { allowHttp })}/mcp`);
}
