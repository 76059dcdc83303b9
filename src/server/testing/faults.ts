import { setTimeout as pause } from 'node:timers/promises';
import { type ErrorCode, errorStatus } from '../../contract/errors.ts';
import { operationList } from '../../contract/operations.ts';
import { ApiError } from '../domain/api-error.ts';
import { planRequired, type Service } from '../domain/service.ts';

/** An error that is answered in place of an operation's work, so that clients can be tested. */
export interface Fault {
  /** As in the table: `news.search`. */
  operation: string;
  /** An HTTP status that the contract has an error for; each surface answers in its own way. */
  status: number;
  /** How many calls get it; all of them unless given. */
  times?: number;
}

/** A fault that cannot be; the message names what is wrong with it. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

/** What makes a service slow and failing. */
export interface FaultOptions {
  /** The first that is not used up is answered. */
  faults: readonly (Fault & { code: ErrorCode })[];
  /** Real milliseconds that each call takes before anything else. */
  latency: number;
}

const codes = new Map<number, ErrorCode>();
for (const [code, status] of Object.entries(errorStatus)) {
  if (!codes.has(status)) codes.set(status, code as ErrorCode);
}

/**
 * @param latency real milliseconds; none unless given
 * @throws {FaultError} naming what cannot be
 */
export function parseFaults({
  faults = [],
  latency = 0,
}: {
  faults?: readonly Fault[];
  latency?: number;
}): FaultOptions {
  if (!(latency >= 0)) throw new FaultError(`a latency is 0 ms or more, not ${latency}`);
  return { faults: faults.map(parseFault), latency };
}

/**
 * The service, slow and failing as told. Who calls is known by then, and no usage is counted for a
 * call that a fault answers.
 */
export function withFaults(
  service: Service,
  { faults, latency }: FaultOptions,
  { pricingUrl, stopping }: { pricingUrl: string; stopping: AbortSignal },
): Service {
  const pending = faults.map((fault) => ({ ...fault, left: fault.times ?? Infinity }));
  if (pending.length === 0 && latency === 0) return service;
  return {
    ...service,
    async call(operation, input, caller) {
      if (latency > 0) await pauseUnless(stopping, latency);
      const fault = pending.find((each) => each.operation === operation.name && each.left > 0);
      if (!fault) return service.call(operation, input, caller);
      fault.left -= 1;
      if (fault.code === 'plan_required') throw planRequired(pricingUrl);
      throw new ApiError(fault.code, `a fault that this server was started with: ${fault.status}`);
    },
  };
}

function parseFault(fault: Fault): Fault & { code: ErrorCode } {
  const { operation, status, times = 1 } = fault;
  if (!operationList.some(({ name }) => name === operation)) {
    const names = operationList.map(({ name }) => name).join(', ');
    throw new FaultError(`there is no operation ${JSON.stringify(operation)}; there are ${names}`);
  }
  const code = codes.get(status);
  if (!code) {
    throw new FaultError(
      `no error has the status ${status}; choose of ${[...codes.keys()].join(', ')}`,
    );
  }
  if (!Number.isSafeInteger(times) || times < 1) {
    throw new FaultError(`a fault is answered once or more often, not ${times} times`);
  }
  return { ...fault, code };
}

/** @throws the reason of `signal` once that is aborted */
async function pauseUnless(signal: AbortSignal, milliseconds: number): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {
    throw signal.reason;
  });
}
