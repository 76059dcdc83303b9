import { nameProblem } from '../contract/name-problem.ts';
import { WebhookError } from './webhook-error.ts';

/** @throws {WebhookError} `bad_arguments` if it is not an object of options, or an option is unknown */
export function checkNames(subject: string, options: object, known: readonly string[]): void {
  const { problem, unknown = '' } = nameProblem(options, known) ?? {};
  if (problem === undefined) return;
  // A plain comparison: an edit distance would make a small bundle a fifth larger.
  const start = unknown.slice(0, 4).toLowerCase();
  const similar = start && known.find((name) => name.toLowerCase().startsWith(start));
  const advice = similar ? `did you mean ${similar}?` : `its options are ${known.join(', ')}`;
  throw new WebhookError('bad_arguments', `${subject} ${problem}; ${advice}`);
}
