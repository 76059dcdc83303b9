import { InvalidResponseError, NetworkError, SettingError } from '../../client/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { type ExitCode, exitCode } from './exit-code.ts';

export interface FailureDetails {
  /** Snake case, stable: what scripts match on. */
  error: string;
  kind: 'usage' | 'auth' | 'network' | 'response' | 'server' | 'interrupted' | 'internal';
  message: string;
  /** The way out. */
  hint?: string;
  /** Whether the same command may work if it is simply run again. */
  retryable?: boolean;
  exitCode: ExitCode;
}

/** What the program itself refuses or cannot do: one JSON document on stderr. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly details: FailureDetails;

  constructor(details: FailureDetails, options?: ErrorOptions) {
    super(details.message, options);
    this.details = details;
  }

  /** The document, on one line, so that it can be told from a log around it. */
  toJSON(): Record<string, unknown> {
    const { error, kind, message, hint, retryable = false, exitCode } = this.details;
    return { error, kind, message, hint: hint ?? null, retryable, exit_code: exitCode };
  }
}

/** A command line that cannot be carried out as written. */
export function usageFailure(error: string, message: string, hint?: string): Failure {
  const details: FailureDetails = { error, kind: 'usage', message, exitCode: exitCode.usage };
  return new Failure(hint === undefined ? details : { ...details, hint });
}

/** An answer of another shape than was promised, where that cannot be passed over. */
export function schemaFailure(message: string): Failure {
  return new Failure({
    error: 'bad_answer',
    kind: 'response',
    message,
    exitCode: exitCode.service,
  });
}

/** Turns whatever went wrong in a call of an operation into what the user is told. */
export function callFailure(error: unknown, operation: Pick<Operation, 'effect'>): Failure {
  if (error instanceof NetworkError) return networkFailure(error, operation);
  if (error instanceof InvalidResponseError) return answerFailure(error, operation);
  return failureOf(error);
}

/** The only place where an error becomes an exit code. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof SettingError) {
    const { message, hint, setting } = error;
    return setting === 'api_key'
      ? new Failure({ error: 'bad_api_key', kind: 'auth', message, hint, exitCode: exitCode.auth })
      : usageFailure('bad_base_url', message, hint);
  }
  const message = error instanceof Error ? error.message : String(error);
  const [, missing] = /^Cannot find (?:package|module) '([^'./][^']*)'/.exec(message) ?? [];
  if (missing !== undefined) return notInstalled(missing);
  return new Failure(
    {
      error: 'internal',
      kind: 'internal',
      message: `this should not happen: ${message}`,
      hint: 'Please report it with the command that you ran',
      exitCode: exitCode.unexpected,
    },
    { cause: error },
  );
}

/** The client alone is installed where the optional dependencies are left out. */
function notInstalled(name: string): Failure {
  return new Failure({
    error: 'not_installed',
    kind: 'usage',
    message: `this needs the package ${name}, which was left out of the installation`,
    hint: 'Install newswatch with its optional dependencies: without --omit=optional',
    exitCode: exitCode.unexpected,
  });
}

function networkFailure(error: NetworkError, { effect }: Pick<Operation, 'effect'>): Failure {
  const unknown = error.sent && effect !== 'read';
  return new Failure(
    {
      error: error.code === 'ETIMEDOUT' ? 'timeout' : 'network_error',
      kind: 'network',
      message: unknown ? `outcome unknown: ${error.message}` : error.message,
      hint: unknown
        ? 'The request may have been carried out: look before you send it again'
        : 'Check SERVICE_BASE_URL and the network, then run it again',
      retryable: !unknown,
      exitCode: exitCode.network,
    },
    { cause: error },
  );
}

function answerFailure(
  error: InvalidResponseError,
  { effect }: Pick<Operation, 'effect'>,
): Failure {
  return new Failure(
    {
      error: 'bad_answer',
      kind: 'response',
      message: error.message,
      hint: 'Check that SERVICE_BASE_URL is the service itself, not a page or a proxy before it',
      retryable: effect === 'read' && error.status >= 500,
      exitCode: exitCode.service,
    },
    { cause: error },
  );
}
