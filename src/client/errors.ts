import type { Issue } from '../contract/errors.ts';
import { errorMessage } from '../node/error-message.ts';

/** A setting is unusable. No request was sent. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
  readonly setting: 'base_url' | 'api_key' | 'proxy';
  /** How to fix it. */
  readonly hint: string;

  constructor(setting: SettingError['setting'], message: string, hint: string) {
    super(message);
    this.setting = setting;
    this.hint = hint;
  }
}

/** The input does not match the operation. No request was sent. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    super(`${operation}: ${issues.map(({ field, message }) => `${field} ${message}`).join('; ')}`);
    this.issues = issues;
  }
}

/** The service responded with an error, such as `plan_required`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** The `error` field of the body: `plan_required`, `unauthorized`, …, or `unknown`. */
  readonly code: string;
  /** The parsed response body. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(
      typeof body['message'] === 'string'
        ? body['message']
        : `the service responded with status ${status}`,
    );
    this.status = status;
    this.code = typeof body['error'] === 'string' ? body['error'] : 'unknown';
    this.body = body;
  }
}

/** The response is not JSON, is truncated, is a redirect or does not match its schema. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError';
  readonly status: number;
  /** The unparsed `Retry-After` header. */
  readonly retryAfter: string | undefined;

  constructor(
    status: number,
    message: string,
    { retryAfter, ...options }: ErrorOptions & { retryAfter?: string | undefined } = {},
  ) {
    super(message, options);
    this.status = status;
    this.retryAfter = retryAfter;
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

/** No complete response was received. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** `ECONNREFUSED`, `ENOTFOUND`, `ETIMEDOUT`, … */
  readonly code: string;
  /** False if nothing was sent, so that a write cannot have been executed. */
  readonly sent: boolean;
  /** The proxy that caused the error, without user name and password; `undefined` if none did. */
  readonly proxy: string | undefined;

  constructor(
    message: string,
    code: string,
    sent: boolean,
    { proxy, ...options }: ErrorOptions & { proxy?: string | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.sent = sent;
    this.proxy = proxy;
  }
}
