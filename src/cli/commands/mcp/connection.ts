import type { McpConnection } from 'newswatch/mcp';
import { Deadline } from '../../../client/deadline.ts';
import { InvalidResponseError } from '../../../client/errors.ts';
import { toNetworkError } from '../../../client/network-error.ts';
import { bundles } from '../../bundles.ts';
import type { CallSettings, GlobalFlags } from '../../config/settings.ts';
import { Failure } from '../../errors/failure.ts';
import { withSettings } from '../../run/cli-client.ts';
import type { Shell } from '../../shell.ts';
import { ServiceFetch } from './service-fetch.ts';

/** Runs something against the service that the flags and the settings name, or the bundled one. */
export async function withTarget(
  flags: GlobalFlags,
  shell: Shell,
  work: (settings: CallSettings) => Promise<void>,
): Promise<void> {
  await withSettings(flags, shell, async (settings) => {
    shell.output.conceal(settings.apiKey);
    await work(settings);
  });
}

/**
 * Runs something over a connection.
 *
 * @throws {NetworkError | InvalidResponseError | RefusedRequest} when an exchange failed
 */
export async function withConnection(
  settings: CallSettings,
  work: (connection: McpConnection) => Promise<void>,
): Promise<void> {
  const { baseUrl, timeout } = settings;
  const deadline = new Deadline(timeout);
  const service = new ServiceFetch(settings, deadline);
  const { connectMcp } = await bundles.mcp();
  const { fetch } = service;
  const { signal } = deadline;
  try {
    const connection = await connectMcp({ url: mcpUrl(settings), fetch, signal });
    await work(connection).finally(() => connection.close());
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (service.failure) throw service.failure;
    throw signal.aborted
      ? toNetworkError(error, { origin: baseUrl, timeout })
      : asAnswerError(error);
  } finally {
    await service.close();
  }
}

/** What the library says of an answer that is no MCP; any other error is none of the service's. */
function asAnswerError(error: unknown): unknown {
  if (!(error instanceof Error) || !/^(Sdk|Protocol|Zod|\$Zod)/.test(error.name)) return error;
  const message = 'the service answered, but not as an MCP server does';
  return new InvalidResponseError(200, message, { cause: error });
}

export function mcpUrl({ baseUrl }: CallSettings): URL {
  return new URL('/mcp', baseUrl);
}
