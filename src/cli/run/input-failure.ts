import { didYouMean } from '../../contract/did-you-mean.ts';
import type { Issue } from '../../contract/errors.ts';
import { type Field, fieldsOf } from '../../contract/field.ts';
import type { Operation } from '../../contract/operation.ts';
import { isPaged } from '../../contract/pages.ts';
import { type Failure, invalidInput } from '../errors/failure.ts';
import { timeForms } from './duration.ts';
import { commandPath, flagName, inputName } from './input-flags.ts';
import { timeProblem } from './time-value.ts';
import { maxTotal, totalOver } from './total-limit.ts';

type Texts = Readonly<Record<string, string>>;

/**
 * Reports validation issues in terms of flags and arguments.
 *
 * @param texts the values of the fields as they were typed
 */
export function inputFailure(
  operation: Operation,
  issues: readonly Issue[],
  texts: Texts,
): Failure {
  const fields = new Map(fieldsOf(operation).map((field) => [field.name, field]));
  const messages = issues.map((issue) => {
    const field = fields.get(issue.field);
    return field ? issueText(operation, field, issue, texts) : issue.message;
  });
  const command = commandPath(operation).join(' ');
  const [only] = issues.length === 1 ? issues : [];
  const field = only?.message === 'is required' ? fields.get(only.field) : undefined;
  return invalidInput(
    messages.join('; '),
    field && field.choices.length > 0
      ? `Add ${flagName(operation, field)} ${field.choices.join(' or ')}`
      : `See: newswatch ${command} --help`,
  );
}

function issueText(operation: Operation, field: Field, { message }: Issue, texts: Texts): string {
  const value = texts[field.name];
  const name = inputName(operation, field);
  // A message about two fields ends with the name of the other one.
  const other = fieldsOf(operation).find((each) => message.endsWith(` ${each.name}`));
  if (other) {
    const problem = message.slice(0, -other.name.length);
    return `${name} ${value} ${problem}${flagName(operation, other)} ${texts[other.name]}`;
  }
  const text = `${name} ${messageFor(operation, field, message, value)}`;
  if (!value || value.length > 80) return text;
  return `${text} (got ${JSON.stringify(value)})${didYouMean(value, field.choices)}`;
}

/** Adds to a message what the command line accepts and the service does not. */
function messageFor(
  operation: Operation,
  { name, kind }: Field,
  message: string,
  value = '',
): string {
  if (name === 'limit' && isPaged(operation) && totalOver(operation, value) === undefined) {
    return message.replace(/\d+$/, `${maxTotal}; --all has no maximum`);
  }
  if (kind === 'minutes') {
    return message.replace(
      /a whole number from (\d+) to (\d+)/,
      'from $1 to $2 minutes: a whole number, or a duration such as 30m, 12h or 7d',
    );
  }
  if (kind !== 'timestamp') return message;
  return timeProblem(value) ?? message.replace('must be', `must be ${timeForms}, or`);
}
