import { didYouMean } from '../../contract/did-you-mean.ts';
import type { Issue } from '../../contract/errors.ts';
import { type Field, fieldsOf } from '../../contract/field.ts';
import type { Operation } from '../../contract/operation.ts';
import { parseFieldText } from '../../contract/parse-field-text.ts';
import { validate } from '../../contract/validate.ts';
import type { GlobalFlags } from '../config/settings.ts';
import { type Failure, invalidInput } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';
import { minutesFrom, sinceFrom } from './duration.ts';
import { commandPath, flagOf } from './input-flags.ts';
import { withStandardInput } from './standard-input.ts';

/**
 * Parses and validates the arguments and flags of an operation's command. Replaces `-` by standard
 * input, durations such as `24h` by a time or by minutes, and `none` by `null` or `[]`.
 *
 * @param values the text of each field that is set
 * @throws {Failure} `invalid_value` that lists all problems
 */
export async function readCommandInput(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  { apiKeyFile }: GlobalFlags,
  shell: Shell,
): Promise<Record<string, unknown>> {
  const originals = await withStandardInput(values, shell, apiKeyFile);
  const texts = { ...originals };
  for (const { name, kind } of fieldsOf(operation)) {
    const text = originals[name];
    if (text === undefined) continue;
    if (kind === 'timestamp') texts[name] = sinceFrom(text, Date.now());
    if (kind === 'minutes') texts[name] = minutesFrom(text);
  }
  const input = parseFieldText(operation, texts);
  for (const { name, kind, canBeNone } of fieldsOf(operation)) {
    if (canBeNone && originals[name] === 'none') input[name] = kind === 'list' ? [] : null;
  }
  const validated = validate(operation, input);
  if ('issues' in validated) throw inputFailure(operation, validated.issues, originals);
  return validated.input;
}

/** Reports validation issues in terms of flags and arguments. */
function inputFailure(
  operation: Operation,
  issues: readonly Issue[],
  originals: Readonly<Record<string, string>>,
): Failure {
  const fields = new Map(fieldsOf(operation).map((field) => [field.name, field]));
  const messages = issues.map((issue) => {
    const field = fields.get(issue.field);
    return field ? issueText(operation, field, issue, originals[field.name]) : issue.message;
  });
  const command = commandPath(operation).join(' ');
  return invalidInput(messages.join('; '), `See: newswatch ${command} --help`);
}

function issueText(operation: Operation, field: Field, issue: Issue, value: string | undefined) {
  const name = operation.args.includes(field.name)
    ? `<${field.name}>`
    : flagOf(operation, field).replace(/ .*/, '');
  const text = `${name} ${withDurations(field, issue.message)}`;
  if (!value || value.length > 80) return text;
  return `${text} (got ${JSON.stringify(value)})${didYouMean(value, field.choices)}`;
}

/** Adds durations to a message: the command line accepts them, the service does not. */
function withDurations({ kind }: Field, message: string): string {
  if (kind === 'minutes') {
    return message.replace('a whole number', 'a duration such as 30m, 12h or 7d, or whole minutes');
  }
  if (kind !== 'timestamp') return message;
  return message.replace('must be an', 'must be a time ago such as 24h or 7d, or an');
}
