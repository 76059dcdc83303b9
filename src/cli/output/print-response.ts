import type { ServiceResponse } from '../../client/raw-client.ts';
import { schemaMismatch } from '../../client/schema-mismatch.ts';
import type { Operation, OutputOf } from '../../contract/operation.ts';
import type { FailedResponse } from '../errors/describe-error-response.ts';
import { exitCode, exitCodeForStatus } from '../errors/exit-code.ts';
import { Failure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';
import { bodyItems } from './body-items.ts';
import { compactJson, indentJson } from './json-text.ts';
import { type DocumentFlags, printWith } from './print-document.ts';
import { reportErrorResponse } from './report-error-response.ts';
import type { View, ViewFlags } from './view/view.ts';

export interface OutputFlags extends DocumentFlags {
  /** Exit with 9 if the list is empty. */
  exitStatus?: boolean;
  /** Fail if the response does not match its schema. */
  strict?: boolean;
}

interface Printable {
  /** `undefined` for requests that belong to no operation. */
  operation: Operation | undefined;
  /** Default: that of the operation. */
  effect?: Operation['effect'];
  /** For a successful response. */
  view: View;
  response: FailedResponse & Pick<ServiceResponse, 'body'>;
}

/** Prints a response and sets the exit code. */
export async function printResponse(
  { operation, effect = operation?.effect, response, view }: Printable,
  flags: OutputFlags,
  shell: Shell,
): Promise<void> {
  const { status, text, body } = response;
  const { output } = shell;
  if (status >= 400) return printErrorResponse(response, flags, shell);
  const mismatch = operation && schemaMismatch(operation, body);
  if (mismatch && flags.strict) throw new Failure('bad_response', mismatch);
  const list = operation?.list;
  await printWith(view, text, { isWrite: effect !== 'read' }, flags, shell);
  const isEmpty = flags.exitStatus && list !== undefined && bodyItems(body, list).length === 0;
  shell.exit(exitCodeForStatus(status));
  const notice = mismatch
    ? `warning: ${mismatch}`
    : operation?.notice?.(body as OutputOf<Operation>);
  if (notice) output.note(`newswatch: ${notice}`);
  if (isEmpty) reportNothingFound(shell);
}

/** For `--exit-status`: the log of a job that fails names the cause. */
export function reportNothingFound({ exit, output }: Shell): void {
  exit(exitCode.nothing_found);
  output.note('newswatch: nothing was found');
}

/**
 * Prints an error of the service and sets the exit code. It goes to stdout even with `--output`, as JSON
 * in every format.
 */
export async function printErrorResponse(
  response: FailedResponse,
  { compact: isCompact, format }: ViewFlags,
  shell: Shell,
): Promise<void> {
  const { output } = shell;
  const layOut = isCompact || format === 'jsonl' ? compactJson : indentJson;
  // A person who would see both reads only the message.
  const isMessageOnly = output.sharesTerminal && !isCompact;
  if (!isMessageOnly) output.text(`${layOut(response.text)}\n`);
  await reportErrorResponse(response, shell, {
    jsonFlag: isMessageOnly ? '--compact' : undefined,
  });
}
