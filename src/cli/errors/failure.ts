import { InvalidResponseError, NetworkError, SettingError } from '../../client/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { errorMessage } from '../../node/error-message.ts';
import { describeSystemError } from '../../node/system-error.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import type { ProgramErrorCode } from './explanations/program-errors.ts';

/** The exit code of each kind of failure, unless the failure has its own. */
const exitCodeOfKind = {
  usage: exitCode.usage,
  auth: exitCode.auth,
  network: exitCode.network,
  response: exitCode.service,
  server: exitCode.unexpected,
  interrupted: exitCode.interrupted,
  internal: exitCode.unexpected,
} as const;

interface FailureDetails {
  /** Stable: scripts match on it. */
  error: ProgramErrorCode;
  kind: keyof typeof exitCodeOfKind;
  message: string;
  hint?: string | undefined;
  /** Whether running the same command again may succeed. Default: false. */
  retryable?: boolean;
  /** Default: by kind. */
  exitCode?: ExitCode;
}

/** An error of the program itself. It ends the program with one JSON document on stderr. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly details: FailureDetails & { exitCode: ExitCode };

  constructor(details: FailureDetails, options?: ErrorOptions) {
    super(details.message, options);
    this.details = { exitCode: exitCodeOfKind[details.kind], ...details };
  }

  toJSON(): Record<string, unknown> {
    const { error, kind, message, hint = null, retryable = false, exitCode } = this.details;
    return { error, kind, message, hint, retryable, exit_code: exitCode };
  }
}

/** A command line that cannot be executed as written. */
export function usageFailure(error: ProgramErrorCode, message: string, hint?: string): Failure {
  return new Failure({ error, kind: 'usage', message, hint });
}

/** @param expected what the value must be, such as `a whole number from 0 to 99` */
export function invalidValue(name: string, expected: string, given: string): Failure {
  const got = JSON.stringify(given.slice(0, 80));
  return usageFailure('invalid_value', `${name} must be ${expected} (got ${got})`);
}

/** A response that does not match its schema, with `--strict`. */
export function schemaFailure(message: string): Failure {
  return new Failure({ error: 'bad_response', kind: 'response', message });
}

/** A file named by a flag that cannot be written once the service has responded. */
export function outputFailure(message: string, cause: unknown, hint = outcomeHint): Failure {
  return new Failure(
    {
      error: 'output_lost',
      kind: 'internal',
      message: `${message}: ${describeSystemError(cause)}`,
      hint,
    },
    { cause },
  );
}

/** For writes that may have been carried out. */
export const outcomeHint = 'The request may have been carried out: check before you send it again';

/** Converts any error of a call to a failure. */
export function callFailure(error: unknown, { effect }: Pick<Operation, 'effect'>): Failure {
  if (error instanceof NetworkError) return networkFailure(error, effect);
  if (!(error instanceof InvalidResponseError)) return failureOf(error);
  return new Failure(
    {
      error: 'bad_response',
      kind: 'response',
      message: error.message,
      hint: 'Check that SERVICE_BASE_URL is the service itself, not a web page or a proxy',
      retryable: effect === 'read' && error.status >= 500,
    },
    { cause: error },
  );
}

/** Converts any error to a failure. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof SettingError) {
    const { message, hint, setting } = error;
    return setting === 'api_key'
      ? new Failure({ error: 'bad_api_key', kind: 'auth', message, hint })
      : usageFailure('bad_base_url', message, hint);
  }
  const message = errorMessage(error);
  const [, missing] = /^Cannot find (?:package|module) '([^'./][^']*)'/.exec(message) ?? [];
  if (missing !== undefined) return notInstalled(missing);
  return new Failure(
    {
      error: 'internal',
      kind: 'internal',
      message: `unexpected error: ${message}`,
      hint: 'This is a bug: please report it with the command that you ran',
    },
    { cause: error },
  );
}

/** With `--omit=optional`, npm installs what the client needs only. */
function notInstalled(name: string): Failure {
  return new Failure({
    error: 'not_installed',
    kind: 'usage',
    message: `this command needs the optional dependency ${name}, which is not installed`,
    hint: 'Install newswatch without --omit=optional',
    exitCode: exitCode.unexpected,
  });
}

function networkFailure(error: NetworkError, effect: Operation['effect']): Failure {
  const isOutcomeUnknown = error.sent && effect !== 'read';
  return new Failure(
    {
      error: error.code === 'ETIMEDOUT' ? 'timeout' : 'network_error',
      kind: 'network',
      message: isOutcomeUnknown ? `outcome unknown: ${error.message}` : error.message,
      hint: isOutcomeUnknown
        ? outcomeHint
        : 'Check SERVICE_BASE_URL and the network, then run the command again',
      retryable: !isOutcomeUnknown,
    },
    { cause: error },
  );
}
