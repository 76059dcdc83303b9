import { InvalidResponseError } from '../../client/errors.ts';
import type { ServiceResponse } from '../../client/raw-client.ts';
import type { Operation } from '../../contract/operation.ts';
import { describeErrorResponse } from '../errors/describe-error-response.ts';
import { ErrorResponse } from '../errors/error-response.ts';
import { type ExitCode, exitCode, exitCodeForStatus } from '../errors/exit-code.ts';
import { callFailure } from '../errors/failure.ts';
import { compactJson } from '../output/json-text.ts';
import type { Shell } from '../shell.ts';

/** The outcome of one of many calls. */
export interface Outcome {
  /** One line of JSON: what the call was about, and `result` or `error`. */
  json: string;
  exitCode: ExitCode;
  /** What went wrong and the way out; empty if nothing did. */
  problem: readonly string[];
  /** Whether all later calls would fail in the same way. */
  isFinal: boolean;
}

/** The response of a call, or the error that it threw. */
export type CallResult = ServiceResponse | { error: unknown };

/**
 * The outcome of a call.
 *
 * @param subject what the call was about, such as `{ id: 'mon_1' }`
 * @param redact replaces the secrets in a text
 */
export function outcomeOf(
  subject: Readonly<Record<string, unknown>>,
  result: CallResult,
  operation: Pick<Operation, 'effect' | 'errors'>,
  redact: (text: string) => string,
): Outcome {
  if ('error' in result) return failedOutcome(subject, result.error, operation, redact);
  if (result.status >= 400) {
    return failedOutcome(subject, new ErrorResponse(result), operation, redact);
  }
  const json = resultLine(subject, 'result', compactJson(result.text));
  return { json, exitCode: exitCode.ok, problem: [], isFinal: false };
}

/**
 * The outcome of a call that failed.
 *
 * @param error an {@link ErrorResponse}, or what the client has thrown
 */
export function failedOutcome(
  subject: Readonly<Record<string, unknown>>,
  error: unknown,
  { effect, errors }: Pick<Operation, 'effect' | 'errors'>,
  redact: (text: string) => string,
): Outcome {
  if (error instanceof ErrorResponse) {
    const { status, text } = error.response;
    return {
      json: resultLine(subject, 'error', compactJson(text)),
      exitCode: exitCodeForStatus(status),
      problem: describeErrorResponse(error.response, redact),
      // With `forbidden`, the operation may be allowed for another resource.
      isFinal: [401, 402, 429, ...(errors.includes('forbidden') ? [] : [403])].includes(status),
    };
  }
  const { code, kind, message, hint, exitCode } = callFailure(error, { effect });
  const json = resultLine(subject, 'error', JSON.stringify({ error: code, kind, message }));
  const isFinal = !(error instanceof InvalidResponseError);
  return { json, exitCode, problem: [message, hint], isFinal };
}

/** Built as text, so that the service's JSON keeps its values exactly as they were sent. */
export function resultLine(
  subject: Readonly<Record<string, unknown>>,
  field: 'result' | 'error',
  json: string,
): string {
  return `${JSON.stringify(subject).slice(0, -1)},"${field}":${json}}`;
}

/**
 * Prints outcomes as JSON Lines until the last one or a final error; to the last one also if nobody reads
 * them. The exit code and the line on stderr are those of the first failure.
 *
 * @param total number of calls
 * @returns the number of failures
 */
export async function printOutcomes(
  outcomes: AsyncIterable<Outcome>,
  total: number,
  shell: Shell,
): Promise<number> {
  const { output } = shell;
  let printed = 0;
  let failed = 0;
  try {
    for await (const outcome of outcomes) {
      if (outcome.exitCode !== exitCode.ok) {
        failed += 1;
        if (failed === 1) {
          shell.exit(outcome.exitCode);
          output.problem(outcome.problem);
        }
      }
      printed += 1;
      await output.deliver(outcome.json);
      if (outcome.isFinal && printed < total) {
        output.note(`newswatch: ended after this error: ${total - printed} were not tried`);
      }
      if (outcome.isFinal) break;
    }
  } catch (error) {
    output.note(`newswatch: ended after ${printed} of ${total}`);
    throw error;
  }
  return failed;
}
