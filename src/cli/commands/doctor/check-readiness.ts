import type { Deadline } from '../../../client/deadline.ts';
import { InvalidResponseError } from '../../../client/errors.ts';
import type { RawClient, ServiceResponse } from '../../../client/raw-client.ts';
import { exitCodeForStatus } from '../../errors/exit-code.ts';
import { callFailure } from '../../errors/failure.ts';
import { type DoctorCheck, failed, failedWith, ok, skipped } from './check.ts';

/** Whether the server says at `/readyz` that it should get requests. Other services may not have it. */
export async function checkReadiness(client: RawClient, deadline: Deadline): Promise<DoctorCheck> {
  const request = { method: 'GET', path: '/readyz' } as const;
  let response: ServiceResponse;
  try {
    response = await client.send(request, { effect: 'read' }, { deadline });
  } catch (error) {
    if (error instanceof InvalidResponseError) return skipped(notFound);
    return failedWith(callFailure(error, { effect: 'read' }));
  }
  const reasons = reasonsOf(response);
  if (!reasons) return skipped(notFound);
  if (response.status === 200) return ok(`the server is ready${secretsOf(response)}`);
  return failed(
    `the server is not ready: ${reasons.map(describe).join('; ')}`,
    'Wait if it is starting or draining; otherwise its operator must act',
    exitCodeForStatus(response.status),
  );
}

const notFound = 'the service has no /readyz';

interface Reason {
  reason?: unknown;
  message?: unknown;
  server_time?: unknown;
  system_time?: unknown;
}

function reasonsOf({ status, body }: ServiceResponse): Reason[] | undefined {
  if (status !== 200 && status !== 503) return undefined;
  const { reasons } = (body ?? {}) as { reasons?: unknown };
  return Array.isArray(reasons) ? reasons.map((reason: Reason | null) => reason ?? {}) : undefined;
}

function secretsOf({ body }: ServiceResponse): string {
  const { secrets } = (body ?? {}) as { secrets?: unknown };
  if (secrets === 'encrypted') return ', and stores signing secrets encrypted';
  return secrets === 'plain' ? ', and stores signing secrets as plain text' : '';
}

function describe({ reason, message, server_time, system_time }: Reason): string {
  const times =
    system_time === undefined ? '' : ` (server ${server_time}, its machine ${system_time})`;
  return `${reason}: ${message}${times}`;
}
