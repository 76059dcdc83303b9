import type { ServiceResponse } from '../../client/raw-client.ts';
import { schemaMismatch } from '../../client/schema-mismatch.ts';
import type { Operation, OutputOf } from '../../contract/operation.ts';
import type { FailedResponse } from '../errors/describe-error-response.ts';
import { exitCode, exitCodeForStatus } from '../errors/exit-code.ts';
import { Failure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';
import { compactJson, elementsUnder, escapeControls, indentJson } from './json-text.ts';
import { reportErrorResponse } from './report-error-response.ts';
import { writeResponseFile } from './response-file.ts';

export interface OutputFlags {
  /** Print JSON on one line. */
  compact?: boolean;
  /** Print one list item per line. */
  jsonl?: boolean;
  /** The file to write a successful response to, instead of stdout. */
  output?: string;
  /** Exit with 9 if the list is empty. */
  exitStatus?: boolean;
  /** Fail if the response does not match its schema. */
  strict?: boolean;
}

interface Printable {
  /** `undefined` for requests that belong to no operation. */
  operation: Operation | undefined;
  response: FailedResponse & Pick<ServiceResponse, 'body'>;
}

/** Prints a response and sets the exit code. Errors go to stdout even with `--output`. */
export async function printResponse(
  { operation, response }: Printable,
  flags: OutputFlags,
  shell: Shell,
): Promise<void> {
  const { status, text, body } = response;
  const { output } = shell;
  if (status >= 400) {
    // A person who would see both reads only the message.
    if (!output.sharesTerminal || flags.compact) output.text(formatResponse(text, flags));
    await reportErrorResponse(response, shell);
    return;
  }
  const mismatch = operation && schemaMismatch(operation, body);
  if (mismatch && flags.strict) throw new Failure('bad_response', mismatch);
  const list = operation?.list;
  const formatted = formatResponse(text, flags, list);
  if (flags.output === undefined) output.text(formatted);
  else await writeResponseFile(flags.output, output.redacted(escapeControls(formatted)), shell);
  const isEmpty = flags.exitStatus && list !== undefined && countOf(body, list) === 0;
  shell.exit(isEmpty ? exitCode.nothing_found : exitCodeForStatus(status));
  const notice = mismatch
    ? `warning: ${mismatch}`
    : operation?.notice?.(body as OutputOf<Operation>);
  if (notice) output.note(`newswatch: ${notice}`);
}

function countOf(body: unknown, list: string): number {
  const items = (body as Readonly<Record<string, unknown>> | null)?.[list];
  return Array.isArray(items) ? items.length : 0;
}

/** Formats a response; each line ends with a newline. */
export function formatResponse(
  json: string,
  { compact: isCompact, jsonl }: OutputFlags,
  list?: string,
): string {
  if (jsonl && list !== undefined) {
    return elementsUnder(json, list)
      .map((element) => `${compactJson(element)}\n`)
      .join('');
  }
  return `${isCompact || jsonl ? compactJson(json) : indentJson(json)}\n`;
}
