import { setTimeout as pause } from 'node:timers/promises';
import { type ErrorCode, errorStatus } from '../../contract/errors.ts';
import { operationList } from '../../contract/operations.ts';
import { ApiError, planRequired } from '../domain/api-error.ts';
import type { Service } from '../domain/service.ts';

/** An error that an operation returns instead of running, to test clients. */
export interface Fault {
  /** The name of the operation, such as `news.search`. */
  operation: string;
  /** The HTTP status code of an API error. */
  status: number;
  /** Number of calls that get the error (default: all). */
  times?: number;
}

/** An invalid fault or latency. The message says why. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

/** Validated faults and latency. */
export interface FaultPlan {
  /** A call gets the first fault of its operation that is not used up yet. */
  faults: readonly (Fault & { code: ErrorCode })[];
  /** Milliseconds of real time that each call waits before it runs. */
  latency: number;
}

const codes = new Map<number, ErrorCode>();
for (const [code, status] of Object.entries(errorStatus)) {
  if (!codes.has(status)) codes.set(status, code as ErrorCode);
}

/**
 * @param latency milliseconds of real time (default: 0)
 * @throws {FaultError} if the latency or a fault is not valid
 */
export function parseFaults(options: { faults?: readonly Fault[]; latency?: number }): FaultPlan {
  const { faults = [], latency = 0 } = options;
  if (!(latency >= 0)) throw new FaultError(`the latency must be 0 ms or more, not ${latency}`);
  return { faults: faults.map(parseFault), latency };
}

/**
 * The service with faults and latency. Faults apply after authentication; a call that gets one is
 * not counted as usage.
 */
export function withFaults(
  service: Service,
  { faults, latency }: FaultPlan,
  { pricingUrl, stopping }: { pricingUrl: string; stopping: AbortSignal },
): Service {
  const remaining = faults.map((fault) => ({ ...fault, timesLeft: fault.times ?? Infinity }));
  if (remaining.length === 0 && latency === 0) return service;
  return {
    ...service,
    async call(operation, readInput, principal, signal) {
      if (latency > 0) await pauseUnlessAborted(stopping, latency);
      const fault = remaining.find((f) => f.operation === operation.name && f.timesLeft > 0);
      if (!fault) return service.call(operation, readInput, principal, signal);
      fault.timesLeft -= 1;
      if (fault.code === 'plan_required') throw planRequired(pricingUrl);
      throw new ApiError(fault.code, `a fault configured for this server: ${fault.status}`);
    },
  };
}

function parseFault(fault: Fault): Fault & { code: ErrorCode } {
  const { operation, status, times = 1 } = fault;
  if (!operationList.some(({ name }) => name === operation)) {
    const names = operationList.map(({ name }) => name).join(', ');
    throw new FaultError(`unknown operation ${JSON.stringify(operation)}; choose from ${names}`);
  }
  const code = codes.get(status);
  if (!code) {
    const statuses = [...codes.keys()].join(', ');
    throw new FaultError(`no API error has the status ${status}; choose from ${statuses}`);
  }
  if (!Number.isSafeInteger(times) || times < 1) {
    throw new FaultError(`times must be a positive whole number, not ${times}`);
  }
  return { ...fault, code };
}

/** Rejects with the reason of `signal` as soon as it is aborted. */
async function pauseUnlessAborted(signal: AbortSignal, milliseconds: number): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {
    throw signal.reason;
  });
}
