import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '../../contract/error-status.ts';
import { ApiError, planRequired } from '../domain/api-error.ts';
import type { Service } from '../domain/service.ts';
import {
  checkFaultOperation,
  checkLatency,
  type Fault,
  type ParsedFault,
  parseFault,
} from './fault.ts';

/** The faults of a running server. */
export interface ServerFaults {
  /**
   * Adds faults after the existing ones: a call gets the first fault of its operation.
   *
   * @throws {FaultError} if one of them is not valid; none is added then
   */
  add(...faults: readonly Fault[]): void;
  /**
   * Removes all faults, or those of one operation.
   *
   * @throws {FaultError} if there is no such operation
   */
  clear(operation?: Fault['operation']): void;
  /** The remaining faults, with the number of calls that they still apply to. */
  list(): Fault[];
}

/** An error that a fault causes. */
export class InjectedError extends ApiError {
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { status, retryAfter }: Fault) {
    super(code, `a fault configured for this server: ${status}`);
    this.retryAfter = retryAfter;
  }
}

/** Validated faults and latency. */
export class Faults implements ServerFaults {
  /** Milliseconds of real time that each call waits before it runs. */
  readonly latency: number;
  #faults: ParsedFault[] = [];

  /** @throws {FaultError} if the latency or a fault is not valid */
  constructor({ faults = [], latency = 0 }: { faults?: readonly Fault[]; latency?: number }) {
    checkLatency(latency);
    this.latency = latency;
    this.add(...faults);
  }

  add(...faults: readonly Fault[]): void {
    this.#faults.push(...faults.map(parseFault));
  }

  clear(operation?: Fault['operation']): void {
    if (operation !== undefined) checkFaultOperation(operation);
    this.#faults = this.#faults.filter(
      (fault) => operation !== undefined && fault.operation !== operation,
    );
  }

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  list(): Fault[] {
    return this.#faults.map(({ code: _, ...fault }) => fault);
  }

  /** The fault of a call; it applies to one call less then. */
  take(operation: string): ParsedFault | undefined {
    const index = this.#faults.findIndex(
      (fault) => fault.operation === operation || fault.operation === '*',
    );
    const fault = this.#faults[index];
    if (fault?.times === undefined) return fault;
    const rest = fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
    this.#faults.splice(index, 1, ...rest);
    return fault;
  }
}

/**
 * The service with faults and latency. Faults apply after authentication; a call that fails with one is
 * not counted as usage.
 */
export function withFaults(
  service: Service,
  faults: Faults,
  { pricingUrl, stopping }: { pricingUrl: string; stopping: AbortSignal },
): Service {
  return {
    ...service,
    async call(operation, readInput, principal, signal) {
      const { exchange } = principal;
      exchange?.begin(operation);
      const read = async () => {
        const input = await readInput();
        exchange?.setInput(input);
        return input;
      };
      const fault = faults.take(operation.name);
      const delay = faults.latency + (fault?.delay ?? 0);
      if (delay > 0) await pauseUnlessAborted(stopping, delay);
      if (fault) exchange?.setFault(fault);
      if (!fault?.code) return service.call(operation, read, principal, signal);
      if (exchange) await Promise.resolve(read()).catch(() => {});
      throw fault.code === 'plan_required'
        ? planRequired(pricingUrl)
        : new InjectedError(fault.code, fault);
    },
  };
}

/** Rejects with the reason of `signal` as soon as it is aborted. */
async function pauseUnlessAborted(signal: AbortSignal, milliseconds: number): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => {
    throw signal.reason;
  });
}
