import {
  CallAbortedError,
  InvalidResponseError,
  NetworkError,
  SettingError,
} from '../../client/errors.ts';
import { isTransient } from '../../client/network-error.ts';
import type { Operation } from '../../contract/operation.ts';
import { isUntrustedCertificate } from '../../node/error-code.ts';
import { errorMessage } from '../../node/error-message.ts';
import { describeSystemError } from '../../node/system-error.ts';
import { type ExitCode, exitCode, exitCodeForSignal } from './exit-code.ts';
import {
  type FailureKind,
  isProgramErrorCode,
  type ProgramErrorCode,
  programErrors,
} from './explanations/program-errors.ts';

const exitCodeOfKind: Readonly<Record<FailureKind, ExitCode>> = {
  usage: exitCode.usage,
  auth: exitCode.auth,
  network: exitCode.network,
  response: exitCode.service,
  server: exitCode.unexpected,
  interrupted: exitCode.interrupted,
  internal: exitCode.unexpected,
};

/** A hint in which the program names the command. */
export const seeHelp = 'See --help of the command';

interface FailureOptions extends ErrorOptions {
  /** Default: the hint of the error code. */
  hint?: string | undefined;
  /** Whether running the same command again may succeed. Default: false. */
  retryable?: boolean;
  /** Default: the exit code that belongs to the error code. */
  exitCode?: ExitCode;
}

/** An error of the program itself. It ends the program with one JSON document on stderr. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** Stable: scripts match on it. */
  readonly code: ProgramErrorCode;
  readonly kind: FailureKind;
  readonly hint: string;
  readonly retryable: boolean;
  readonly exitCode: ExitCode;

  constructor(code: ProgramErrorCode, message: string, options: FailureOptions = {}) {
    super(message, options);
    const [, hint, kind = 'usage', exitCode = exitCodeOfKind[kind]] = programErrors[code];
    this.code = code;
    this.kind = kind;
    this.hint = options.hint ?? hint.replace(/\.$/, '');
    this.retryable = options.retryable ?? false;
    this.exitCode = options.exitCode ?? exitCode;
  }

  toJSON(): Record<string, unknown> {
    const { code, kind, message, hint, retryable, exitCode } = this;
    return { error: code, kind, message, hint, retryable, exit_code: exitCode };
  }
}

/** A value or a combination of flags is invalid. Nothing was sent. */
export function invalidInput(message: string, hint?: string): Failure {
  return new Failure('invalid_value', message, { hint });
}

/** @param expected what the value must be, such as `a whole number from 0 to 99` */
export function invalidValue(name: string, expected: string, actual: string): Failure {
  return invalidInput(`${name} must be ${expected} (got ${JSON.stringify(actual.slice(0, 80))})`);
}

/** The response cannot be written, although the request may have been carried out. */
export function outputFailure(message: string, cause: unknown, hint?: string): Failure {
  return new Failure('output_lost', `${message}: ${describeSystemError(cause)}`, { cause, hint });
}

/** For writes that may have been carried out. */
const outcomeHint = 'The request may have been carried out: check before you send it again';

const lostServiceHint =
  'A proxy in front of the service could not reach it, or lost it during the request';

/** Converts any error of a call to a {@link Failure}. */
export function callFailure(error: unknown, { effect }: Pick<Operation, 'effect'>): Failure {
  if (error instanceof NetworkError) return networkFailure(error, effect);
  if (error instanceof CallAbortedError) {
    return interruptedFailure(error, error.sent && effect !== 'read');
  }
  if (error instanceof InvalidResponseError) return responseFailure(error, effect);
  return failureOf(error);
}

/** What a proxy responds with if the service does not: 502, 503 and 504 without an error of the service. */
const proxyStatuses: readonly number[] = [502, 503, 504];

function responseFailure(error: InvalidResponseError, effect: Operation['effect']): Failure {
  const { status, message } = error;
  const isOutcomeUnknown = status >= 500 && effect !== 'read';
  const hints = [
    ...(proxyStatuses.includes(status) ? [lostServiceHint] : []),
    ...(isOutcomeUnknown ? [outcomeHint] : []),
  ];
  return new Failure('bad_response', isOutcomeUnknown ? `outcome unknown: ${message}` : message, {
    hint: hints.length > 0 ? hints.join('. ') : undefined,
    retryable: effect === 'read' && status >= 500,
    cause: error,
  });
}

/**
 * A signal ended the command before anything was sent or saved.
 *
 * @param interruption whose reason is the name of the signal
 * @param details what follows the reason in the message, such as `; nothing was sent`
 */
export function interruptedEarly(interruption: Pick<AbortSignal, 'reason'>, details = ''): Failure {
  return new Failure('interrupted', `interrupted by ${interruption.reason}${details}`, {
    hint: 'Run the command again',
    retryable: true,
    exitCode: exitCodeForSignal(interruption),
  });
}

/** @param interruption whose reason is the name of a signal */
export function interruptedFailure(
  interruption: Pick<AbortSignal, 'reason'>,
  isOutcomeUnknown: boolean,
): Failure {
  const message = `interrupted by ${interruption.reason} before the response arrived`;
  return new Failure('interrupted', isOutcomeUnknown ? `outcome unknown: ${message}` : message, {
    hint: isOutcomeUnknown ? outcomeHint : 'Run the command again',
    retryable: !isOutcomeUnknown,
    exitCode: exitCodeForSignal(interruption),
  });
}

/** Converts any error to a {@link Failure}. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = errorMessage(error);
  if (error instanceof SettingError && isProgramErrorCode(error.code)) {
    return new Failure(error.code, message, { hint: error.hint });
  }
  // With `--omit=optional`, npm installs only what the client needs.
  if (error instanceof Error && error.name === 'MissingPartsError') {
    return new Failure('not_installed', message, { cause: error });
  }
  const [, missing] = /^Cannot find (?:package|module) '([^'./][^']*)'/.exec(message) ?? [];
  if (missing === undefined) {
    return new Failure('internal', `unexpected error: ${message}`, { cause: error });
  }
  return new Failure(
    'not_installed',
    `this command needs the optional dependency ${missing}, which is not installed`,
  );
}

function networkFailure(error: NetworkError, effect: Operation['effect']): Failure {
  const isOutcomeUnknown = error.sent && effect !== 'read';
  return new Failure(
    error.code === 'ETIMEDOUT' ? 'timeout' : 'network_error',
    isOutcomeUnknown ? `outcome unknown: ${error.message}` : error.message,
    {
      hint: isOutcomeUnknown ? outcomeHint : hintFor(error),
      retryable: !isOutcomeUnknown && isTransient(error),
      cause: error,
    },
  );
}

/** The way out if the certificate of the service is not trusted. */
export const certificateHint =
  'Check SERVICE_BASE_URL; NODE_EXTRA_CA_CERTS adds your own certificate authority';

/** The way out of errors of a proxy. */
export const proxyHint = 'Fix HTTPS_PROXY, or add the service to NO_PROXY';

/** Returns `undefined` for the hint of the error code. */
function hintFor({ proxy, code }: NetworkError): string | undefined {
  if (code === 'PROXY_AUTH')
    return 'Write it with a user name and a password: HTTPS_PROXY=http://user:password@host:port';
  if (proxy !== undefined) return proxyHint;
  return isUntrustedCertificate(code) ? certificateHint : undefined;
}
