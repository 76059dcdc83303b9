import { closest, distance } from 'fastest-levenshtein';
import type { Issue } from '../contract/errors.ts';
import { type Field, fieldsOf } from '../contract/field.ts';
import type { Operation } from '../contract/operation.ts';
import { type Failure, usageFailure } from './failure.ts';

const placeholders = { text: 'text', integer: 'n', timestamp: 'time', choice: 'word' } as const;

/** How an operation's field is written as a flag: `--hours-ago <n>`. */
export function flagOf(operation: Operation, { name, kind }: Field): string {
  return operation.flags[name] ?? `--${name.replaceAll('_', '-')} <${placeholders[kind]}>`;
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
  const command = operation.name.replaceAll('.', ' ');
  return usageFailure('invalid_value', texts.join('; '), `See: newswatch ${command} --help`);
}

function issueText(operation: Operation, field: Field, issue: Issue, given: string | undefined) {
  const name = operation.args.includes(field.name)
    ? `<${field.name}>`
    : flagOf(operation, field).replace(/ .*/, '');
  if (!given || given.length > 80) return `${name} ${issue.message}`;
  return `${name} ${issue.message} (got ${JSON.stringify(given)})${suggestion(field, given)}`;
}

function suggestion({ choices }: Field, given: string): string {
  if (choices.length === 0) return '';
  const nearest = closest(given, [...choices]);
  return distance(given, nearest) <= 3 ? `; did you mean ${nearest}?` : '';
}
