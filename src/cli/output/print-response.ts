import { type ServiceResponse, schemaMismatch } from '../../client/raw-client.ts';
import type { Operation, OutputOf } from '../../contract/operation.ts';
import type { CallSettings } from '../config/settings.ts';
import { exitCode, exitCodeForStatus } from '../errors/exit-code.ts';
import { schemaFailure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';
import { escapeControls } from './json-text.ts';
import { writeResponseFile } from './response-file.ts';
import { formatResponse, type OutputFlags } from './response-format.ts';

interface Call {
  /** `undefined` for a function that this version does not know. */
  operation: Operation | undefined;
  answer: Pick<ServiceResponse, 'status' | 'text' | 'body'>;
}

/**
 * Prints an answer of the service as it came, and sets how the program ends. An error goes to stdout
 * wherever the answer was to go.
 */
export async function printResponse(
  { operation, answer }: Call,
  { strict, ...flags }: Pick<CallSettings, 'strict'> & OutputFlags,
  shell: Shell,
): Promise<void> {
  const { status, text, body } = answer;
  const { output } = shell;
  if (status >= 400) {
    output.text(formatResponse(text, flags));
    shell.exit(exitCodeForStatus(status));
    tellRefusal(body as Refusal, status, shell);
    return;
  }
  const mismatch = operation && schemaMismatch(operation, body);
  if (mismatch && strict) throw schemaFailure(mismatch);
  const list = operation?.list;
  const formatted = formatResponse(text, flags, list);
  if (flags.output === undefined) output.text(formatted);
  else await writeResponseFile(flags.output, output.redacted(escapeControls(formatted)));
  const isEmpty = flags.exitStatus && list !== undefined && lengthOf(body, list) === 0;
  shell.exit(isEmpty ? exitCode.nothing_found : exitCodeForStatus(status));
  if (mismatch) output.note(`newswatch: warning: ${mismatch}`);
  else if (operation?.notice)
    output.note(`newswatch: ${operation.notice(body as OutputOf<Operation>)}`);
}

function lengthOf(body: unknown, list: string): number {
  const value = (body as Readonly<Record<string, unknown>> | null)?.[list];
  return Array.isArray(value) ? value.length : 0;
}

interface Refusal {
  message?: unknown;
  url?: unknown;
}

function tellRefusal({ message, url }: Refusal, status: number, { output }: Shell): void {
  if (output.terminal) output.note(`newswatch: ${message ?? status}${url ? ` (${url})` : ''}`);
}
