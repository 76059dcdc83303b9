import type { FailedResponse } from '../errors/describe-error-response.ts';
import { exitCodeForStatus } from '../errors/exit-code.ts';
import type { Shell } from '../shell.ts';

/**
 * Sets the exit code of an error response and names its cause in one line on stderr, so that the log of
 * a pipeline has it. On a terminal, the message has a line for each part.
 */
export async function reportErrorResponse(response: FailedResponse, shell: Shell): Promise<void> {
  const { describeErrorResponse } = await import('../errors/describe-error-response.ts');
  shell.exit(exitCodeForStatus(response.status));
  shell.output.problem(describeErrorResponse(response, (text) => shell.output.redacted(text)));
}
