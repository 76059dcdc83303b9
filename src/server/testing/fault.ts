import { similarName } from '../../contract/did-you-mean.ts';
import { type ErrorCode, errorStatus } from '../../contract/error-status.ts';
import { operationList } from '../../contract/operations.ts';
import { shorten } from '../../contract/shorten.ts';
import { typeName } from '../../contract/type-name.ts';
import type { OperationName } from '../../generated/operations.ts';

/**
 * What is wrong with a response:
 *
 * - `reset`: the connection is cut before the response
 * - `cut`: the connection is cut midway through the body
 * - `hang`: no response is sent, until the client gives up
 * - `truncated`: a complete response with half of the JSON
 * - `bad-json`: a body that is not JSON
 * - `html`: an HTML page, as proxies send it
 * - `wrong-type`: the content type is `text/plain`
 */
export type ResponseFault = (typeof responseFaults)[number];

/** The names of the faults that damage a response. */
const responseFaults = [
  'reset',
  'cut',
  'hang',
  'truncated',
  'bad-json',
  'html',
  'wrong-type',
] as const;

/**
 * A fault of an operation, to test clients: an error status, a damaged response, a delay, or several of
 * these.
 */
export interface Fault {
  /** The name of the operation, such as `news.search`; `*` for every operation. */
  operation: OperationName | '*';
  /**
   * The status code of an API error, which the operation returns instead of running. With
   * `response: 'html'`, any status code from 400 to 599.
   */
  status?: number | undefined;
  /** Seconds for the `Retry-After` header of the error (default: 1 for 429, 5 for 503). */
  retryAfter?: number | undefined;
  /**
   * What is wrong with the response. Without `status`, the operation runs before its response is damaged:
   * a client that repeats the call shows whether it runs twice.
   */
  response?: ResponseFault | undefined;
  /** Milliseconds of real time to wait before the operation. */
  delay?: number | undefined;
  /** Number of calls with the fault (default: all). */
  times?: number | undefined;
}

/** An invalid fault or latency. The message says why. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

/** A validated fault. */
export interface ParsedFault extends Fault {
  /** The error of `status`. */
  code: ErrorCode | undefined;
}

const fields = ['operation', 'status', 'retryAfter', 'response', 'delay', 'times'];
const operationNames = operationList.map(({ name }) => name);
/** Seconds and milliseconds of at most a day. */
const maxSeconds = 86_400;

const codes = new Map<number, ErrorCode>();
for (const [code, status] of Object.entries(errorStatus)) {
  if (!codes.has(status)) codes.set(status, code as ErrorCode);
}

/** @throws {FaultError} if the fault is not valid */
export function parseFault(fault: Fault): ParsedFault {
  if (typeof fault !== 'object' || fault === null || Array.isArray(fault)) {
    throw new FaultError(`a fault must be an object, not ${typeName(fault)}`);
  }
  const { operation, status, retryAfter, response, delay, times } = fault;
  for (const field of Object.keys(fault)) oneOf('field of a fault', field, fields);
  checkFaultOperation(operation);
  if (response !== undefined) oneOf('response', response, responseFaults);
  if (status === undefined && response === undefined && delay === undefined) {
    throw new FaultError(`the fault of ${operation} needs a status, a response or a delay`);
  }
  if (retryAfter !== undefined && status === undefined) {
    throw new FaultError('retryAfter needs a status');
  }
  wholeNumber('retryAfter', retryAfter, { min: 0, max: maxSeconds });
  wholeNumber('delay', delay, { min: 0, max: maxSeconds * 1000 });
  wholeNumber('times', times, { min: 1, max: Number.MAX_SAFE_INTEGER });
  return { ...fault, code: status === undefined ? undefined : codeOf(status, response) };
}

/** @throws {FaultError} if there is no such operation */
export function checkFaultOperation(operation: string): void {
  if (operation === undefined) {
    throw new FaultError('a fault needs an operation, such as news.search, or * for all');
  }
  if (operation !== '*') oneOf('operation', operation, operationNames, ' or *');
}

/** @throws {FaultError} if the latency is not valid */
export function checkLatency(latency: number): void {
  if (!(latency >= 0)) throw new FaultError(`the latency must be 0 ms or more, not ${latency}`);
}

function codeOf(status: number, response: ResponseFault | undefined): ErrorCode {
  const code = codes.get(status);
  if (code) return code;
  if (response === 'html' && Number.isInteger(status) && status >= 400 && status <= 599) {
    return 'internal';
  }
  const statuses = [...codes.keys()].join(', ');
  throw new FaultError(
    `no API error has the status ${JSON.stringify(status)}; choose from ${statuses}, or add response: 'html'`,
  );
}

function oneOf(what: string, value: string, known: readonly string[], more = ''): void {
  if (known.includes(value)) return;
  const name = shorten(String(value));
  const similar = similarName(name, known);
  const hint = similar ? `did you mean ${similar}?` : `choose from ${known.join(', ')}${more}`;
  throw new FaultError(`unknown ${what} ${JSON.stringify(name)}; ${hint}`);
}

function wholeNumber(
  name: string,
  value: number | undefined,
  { min, max }: { min: number; max: number },
): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= min && value <= max)) return;
  throw new FaultError(`${name} must be a whole number from ${min} to ${max}, not ${value}`);
}
