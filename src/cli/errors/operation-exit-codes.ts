import { errorStatus } from '../../contract/error-status.ts';
import { expectedErrors } from '../../contract/expected-errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { type ExitCode, exitCode, exitCodeForStatus } from './exit-code.ts';

/** The exit codes of an operation, except those that every command has. */
export function exitCodesOf(operation: Operation): ExitCode[] {
  const errors = expectedErrors(operation).map((code) => exitCodeForStatus(errorStatus[code]));
  const readOnly = operation.effect === 'read' ? [] : [exitCode.read_only];
  const nothingFound = operation.list === undefined ? [] : [exitCode.nothing_found];
  return [...errors, exitCode.network, ...nothingFound, ...readOnly];
}
