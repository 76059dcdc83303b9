import type { ErrorCode } from '../contract/error-status.ts';
import type { ErrorBody, Issue, PlanRequired } from '../contract/errors.ts';
import { errorMessage } from '../node/error-message.ts';

/** What an error knows about the call. */
export interface ErrorDetails {
  /** The HTTP status code of the last response. */
  status?: number | undefined;
  /** The `X-Request-Id` header of the last response. */
  requestId?: string | undefined;
  /** Seconds, from the `Retry-After` header of the last response. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** The base class of all errors of the client. */
export class NewswatchError extends Error {
  override readonly name: string = 'NewswatchError';
  /** `plan_required`, `invalid_input`, `ECONNREFUSED`, …: which error it is. */
  readonly code: string;
  /** The HTTP status code of the last response; `undefined` if there was none. */
  readonly status: number | undefined;
  /** The `X-Request-Id` header of the last response, to quote in a report to the operator. */
  readonly requestId: string | undefined;
  /** Seconds that the service asks to wait (`Retry-After`); `undefined` if it does not. */
  readonly retryAfter: number | undefined;
  /** The number of requests that were sent, or tried to be sent, for the call: 0 if it was invalid. */
  readonly attempts: number = 0;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}

/** An option of the client or of a call is unusable. No request was sent. */
export class SettingError extends NewswatchError {
  override readonly name = 'SettingError';
  /** `bad_` and the setting. */
  declare readonly code: `bad_${string}`;
  /** The option: `base_url`, `api_key`, `proxy`, `fetch`, `timeout`, … */
  readonly setting: string;
  /** How to fix it. */
  readonly hint: string;

  constructor(setting: string, message: string, hint: string) {
    super(`bad_${setting}`, message);
    this.setting = setting;
    this.hint = hint;
  }
}

/** The input does not match the operation. No request was sent. */
export class InputError extends NewswatchError {
  override readonly name = 'InputError';
  /** Always `invalid_input`. */
  declare readonly code: 'invalid_input';
  /** The problems of the input, by field. The field of a problem of the whole input is empty. */
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    const problems = issues
      .map(({ field, message }) => (field === '' ? message : `${field} ${message}`))
      .join('; ');
    super('invalid_input', `${operation}: ${problems}`);
    this.issues = issues;
  }
}

/** The fields of the body of an error response. */
export interface ServiceErrorBody extends Partial<ErrorBody>, Partial<Pick<PlanRequired, 'url'>> {}

/**
 * The service responded with an error, such as `plan_required`.
 *
 * @example
 * ```ts
 * if (error instanceof ServiceError && error.code === 'plan_required') {
 *   console.log(error.message, error.body.url); // the page to choose a plan
 * }
 * ```
 */
export class ServiceError extends NewswatchError {
  override readonly name = 'ServiceError';
  /** The `error` field of the body: `plan_required`, `unauthorized`, …, or `unknown`. */
  declare readonly code: ErrorCode | (string & Record<never, never>);
  /** The HTTP status code of the response, 400 or more. */
  declare readonly status: number;
  /** The body of the response: `message`, `issues` of `invalid_request`, `url` of `plan_required`, … */
  readonly body: ServiceErrorBody;

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    details: Omit<ErrorDetails, 'status'> = {},
  ) {
    const { error, message } = body;
    super(
      typeof error === 'string' ? error : 'unknown',
      typeof message === 'string' ? message : `the service responded with status ${status}`,
      { ...details, status },
    );
    this.body = body;
  }

  /** The body with the fields that this version of the client does not know. */
  get raw(): Readonly<Record<string, unknown>> {
    return { ...this.body };
  }
}

/** The response is not JSON, is truncated, is a redirect or does not match its schema. */
export class InvalidResponseError extends NewswatchError {
  override readonly name = 'InvalidResponseError';
  /** Always `invalid_response`. */
  declare readonly code: 'invalid_response';
  /** The HTTP status code of the response; 0 if it is unknown. */
  declare readonly status: number;

  constructor(status: number, message: string, details: Omit<ErrorDetails, 'status'> = {}) {
    super('invalid_response', message, { ...details, status });
  }
}

/** The signal of the caller ended the call. Methods of the typed client throw its reason instead. */
export class CallAbortedError extends Error {
  override readonly name = 'CallAbortedError';
  /** The reason of the signal. */
  readonly reason: unknown;
  /** False if nothing was sent, or only requests that the service did not execute. */
  readonly sent: boolean;

  constructor(reason: unknown, sent: boolean) {
    super(`the call was aborted: ${errorMessage(reason)}`);
    this.reason = reason;
    this.sent = sent;
  }
}

/** The commonest codes of a {@link NetworkError}. `ETIMEDOUT` is also the end of the call's `timeout`. */
export type NetworkErrorCode =
  | 'CLIENT_CLOSED'
  | 'EAI_AGAIN'
  | 'ECONNREFUSED'
  | 'ECONNRESET'
  | 'EHOSTUNREACH'
  | 'ENETUNREACH'
  | 'ENOTFOUND'
  | 'ETIMEDOUT'
  | 'INVALID_FETCH'
  | 'UNSAFE_PORT';

/** No complete response was received. */
export class NetworkError extends NewswatchError {
  override readonly name = 'NetworkError';
  /** `ETIMEDOUT`, `ECONNREFUSED`, …, or another code of the system, TLS, HTTP or undici. */
  declare readonly code: NetworkErrorCode | (string & Record<never, never>);
  /** False if nothing was sent, so that a write cannot have been executed. */
  readonly sent: boolean;
  /** The proxy that caused the error, without user name and password; `undefined` if none did. */
  readonly proxy: string | undefined;

  constructor(
    message: string,
    code: string,
    sent: boolean,
    { proxy, ...details }: ErrorDetails & { proxy?: string | undefined } = {},
  ) {
    super(code, message, details);
    this.sent = sent;
    this.proxy = proxy;
  }
}

/** Records how many requests a call has sent in the error that ends it, and returns the error. */
export function withAttempts<Value>(error: Value, attempts: number): Value {
  if (error instanceof NewswatchError) (error as { attempts: number }).attempts = attempts;
  return error;
}
