import type { FailedResponse } from '../errors/describe-error-response.ts';
import { exitCodeForStatus } from '../errors/exit-code.ts';
import type { Shell } from '../shell.ts';

/**
 * Sets the exit code of an error response and names its cause in one line on stderr, so that the log of
 * a pipeline has it. On a terminal, the message has a line for each part.
 *
 * @param details further parts of the message
 * @param jsonFlag prints the JSON of the response, which was not printed; named if the message leaves out
 *   a part of it
 */
export async function reportErrorResponse(
  response: FailedResponse,
  { output, exit }: Pick<Shell, 'output' | 'exit'>,
  { details = [], jsonFlag }: { details?: readonly string[]; jsonFlag?: string | undefined } = {},
): Promise<void> {
  const { describeErrorResponse, isFullyDescribed } = await import(
    '../errors/describe-error-response.ts'
  );
  exit(exitCodeForStatus(response.status));
  const parts = describeErrorResponse(response, (text) => output.redacted(text));
  if (jsonFlag !== undefined && !isFullyDescribed(response)) {
    parts.push(`${jsonFlag} prints the whole response`);
  }
  output.problem([...parts, ...details]);
}
