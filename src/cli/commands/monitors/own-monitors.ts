import type { RawClient, ServiceResponse } from '../../../client/raw-client.ts';
import { schemaMismatch } from '../../../client/schema-mismatch.ts';
import type { Monitor } from '../../../contract/monitor.ts';
import type { InputOf, Operation, OutputOf } from '../../../contract/operation.ts';
import { operations } from '../../../contract/operations.ts';
import { ErrorResponse } from '../../errors/error-response.ts';
import { Failure } from '../../errors/failure.ts';

type CallOptions = Parameters<RawClient['call']>[2];

/**
 * Calls an operation whose response is used, not printed.
 *
 * @throws {ErrorResponse} if the service responds with an error
 * @throws {Failure} `bad_response` if the response does not match its schema
 */
export async function callFor<Op extends Operation>(
  client: RawClient,
  operation: Op,
  input: InputOf<Op>,
  options: CallOptions,
): Promise<OutputOf<Op>> {
  const response: ServiceResponse = await client.call(operation, input, options);
  if (response.status >= 400) throw new ErrorResponse(response);
  const mismatch = schemaMismatch(operation, response.body);
  if (mismatch) throw new Failure('bad_response', mismatch);
  return response.body as OutputOf<Op>;
}

/** The monitors that the user owns, oldest first: without those of others in the user's teams. */
export async function ownMonitors(client: RawClient, options: CallOptions): Promise<Monitor[]> {
  const { account } = await callFor(client, operations.account.overview, {}, options);
  const { monitors } = await callFor(client, operations.monitors.list, {}, options);
  return monitors.filter(({ owner_id }) => owner_id === account.id);
}
