import { type Field, fieldsOf } from '../../contract/field.ts';
import type { Operation } from '../../contract/operation.ts';
import { parseFieldText } from '../../contract/parse-field-text.ts';
import { validate } from '../../contract/validate.ts';
import type { GlobalFlags } from '../config/settings.ts';
import { invalidInput } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';
import { durationOf, minutesFrom } from './duration.ts';
import { flagName, inputName } from './input-flags.ts';
import { withStandardInput } from './standard-input.ts';

/**
 * Parses and validates the arguments and flags of an operation's command. Replaces `-` by standard
 * input, days and durations such as `24h` by a time or by minutes, and `none` by `null` or `[]`.
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
  rejectMovedRange(operation, originals);
  for (const field of fieldsOf(operation)) {
    const text = originals[field.name];
    if (text === undefined) continue;
    texts[field.name] = await toServiceText(field, text);
    if (!/^\s*[[{]/.test(text)) continue;
    const { rejectJson } = await import('./reject-json.ts');
    rejectJson(inputName(operation, field), field, text);
  }
  const input = parseFieldText(operation, texts);
  for (const { name, kind, canBeNone } of fieldsOf(operation)) {
    if (canBeNone && originals[name] === 'none') input[name] = kind === 'list' ? [] : null;
  }
  const validated = validate(operation, input);
  if ('issues' in validated) {
    const { inputFailure } = await import('./input-failure.ts');
    throw inputFailure(operation, validated.issues, originals);
  }
  return validated.input;
}

/** Replaces what the command line accepts, and the service does not. */
async function toServiceText({ name, kind }: Field, text: string): Promise<string> {
  if (kind === 'minutes') return minutesFrom(text);
  if (kind !== 'timestamp') return text;
  const { timeFrom } = await import('./time-value.ts');
  return timeFrom(text, name === 'until' ? 'end' : 'start');
}

/** @throws {Failure} `invalid_value` if a cursor is used with a time that differs from that of its list */
function rejectMovedRange(operation: Operation, originals: Readonly<Record<string, string>>): void {
  if (originals['cursor'] === undefined) return;
  for (const field of fieldsOf(operation)) {
    const text = originals[field.name] ?? '';
    if (field.kind !== 'timestamp' || durationOf(text) === undefined) continue;
    throw invalidInput(
      `${flagName(operation, field)} ${text} is another time in each call, but --cursor continues a list with the same one`,
      'Use --all or a larger --limit, or a date or an RFC 3339 time in all calls',
    );
  }
}
