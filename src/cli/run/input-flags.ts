import type { Issue } from '../../contract/errors.ts';
import { type Field, fieldsOf } from '../../contract/field.ts';
import type { Operation } from '../../contract/operation.ts';
import { didYouMean } from '../errors/did-you-mean.ts';
import { type Failure, usageFailure } from '../errors/failure.ts';

const placeholders = {
  text: 'text',
  integer: 'n',
  minutes: 'duration',
  timestamp: 'time',
  choice: 'word',
} as const;

/** The words of an operation's command: `monitors pause-all`. */
export function commandPath({ name }: Operation): string[] {
  return name.replaceAll('_', '-').split('.');
}

/** How an operation's field is written as a flag: `--hours-ago <n>`. */
export function flagOf(operation: Operation, { name, kind }: Field): string {
  const declared = operation.flags[name];
  if (declared) return declared;
  const flag = `--${name.replaceAll('_', '-')}`;
  return kind === 'boolean' ? flag : `${flag} <${placeholders[kind]}>`;
}

/** What is wrong with the values of a command line, in its own words rather than the request's. */
export function inputFailure(
  operation: Operation,
  issues: readonly Issue[],
  values: Readonly<Record<string, string>>,
): Failure {
  const fields = new Map(fieldsOf(operation).map((field) => [field.name, field]));
  const texts = issues.map((issue) => {
    const field = fields.get(issue.field);
    return field ? issueText(operation, field, issue, values[field.name]) : issue.message;
  });
  const command = commandPath(operation).join(' ');
  return usageFailure('invalid_value', texts.join('; '), `See: newswatch ${command} --help`);
}

/** The command line takes more than the request does: its message says so. */
function messageOf(field: Field, message: string): string {
  if (field.kind === 'minutes') {
    return message.replace('a whole number', 'a duration such as 30m, 12h or 7d, or whole minutes');
  }
  if (field.kind !== 'timestamp') return message;
  return message.replace('must be an', 'must be a time ago such as 24h or 7d, or an');
}

function issueText(operation: Operation, field: Field, issue: Issue, given: string | undefined) {
  const name = operation.args.includes(field.name)
    ? `<${field.name}>`
    : flagOf(operation, field).replace(/ .*/, '');
  if (!given || given.length > 80) return `${name} ${messageOf(field, issue.message)}`;
  return `${name} ${messageOf(field, issue.message)} (got ${JSON.stringify(given)})${didYouMean(given, field.choices)}`;
}
