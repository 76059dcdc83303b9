import type { Issue } from '../contract/errors.ts';

/** A setting that cannot work: no request was made. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
  readonly setting: 'base_url' | 'api_key';
  /** The way out. */
  readonly hint: string;

  constructor(setting: 'base_url' | 'api_key', message: string, hint: string) {
    super(message);
    this.setting = setting;
    this.hint = hint;
  }
}

/** The input does not fit the operation: no request was made. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    super(`${operation}: ${issues.map(({ field, message }) => `${field} ${message}`).join('; ')}`);
    this.issues = issues;
  }
}

/** The service answered with an error of its own, or with `plan_required`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** `plan_required`, `unauthorized`, … as the service sent it. */
  readonly code: string;
  /** The parsed body. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body['message'] === 'string' ? body['message'] : `the service answered ${status}`);
    this.status = status;
    this.code = typeof body['error'] === 'string' ? body['error'] : 'unknown';
    this.body = body;
  }
}

/** An answer that is not what the service promises: no JSON, cut off, a redirect, another shape. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError';
  readonly status: number;
  /** `Retry-After`, as it came. */
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

/** No whole answer came. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** `ECONNREFUSED`, `ENOTFOUND`, `ETIMEDOUT`, … */
  readonly code: string;
  /** False where the request surely never left: a write then did not happen. */
  readonly sent: boolean;

  constructor(message: string, code: string, sent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.sent = sent;
  }
}
