import { type Field, fieldsOf } from '../contract/field.ts';
import type { Operation } from '../contract/operation.ts';
import { isRecord, valueName } from '../contract/type-name.ts';
import { validate } from '../contract/validate.ts';
import { isCallOption } from './call-options.ts';
import { InputError } from './errors.ts';

/**
 * Returns the input of an operation as it is sent.
 *
 * @throws {InputError} if it is not valid, or contains options of the call
 */
export function checkInput(operation: Operation, input: unknown): Record<string, unknown> {
  const { name } = operation;
  if (!isRecord(input)) {
    const message = `the input must be an object${exampleOf(operation)} (got ${valueName(input)})`;
    throw new InputError(name, [{ field: '', message }]);
  }
  const fields = Object.keys(operation.input.def.shape);
  const misplaced = Object.keys(input).filter((key) => isCallOption(key) && !fields.includes(key));
  if (misplaced.length > 0) {
    const issues = misplaced.map((field) => ({ field, message: advice(name, field) }));
    throw new InputError(name, issues);
  }
  const validated = validate(operation, input);
  if ('issues' in validated) throw new InputError(name, validated.issues);
  return validated.input;
}

function advice(method: string, option: string): string {
  return `is an option: pass it in the second argument: client.${method}({ … }, { ${option} })`;
}

function exampleOf(operation: Operation): string {
  const fields = fieldsOf(operation);
  const required = fields.filter((field) => field.required);
  const shown = required.length > 0 ? required : fields.slice(0, 1);
  if (shown.length === 0) return '';
  return `, such as { ${shown.map((field) => `${field.name}: ${exampleValue(field)}`).join(', ')} }`;
}

function exampleValue({ kind, choices, defaultValue = 60 }: Field): string {
  if (kind === 'boolean') return 'true';
  if (kind === 'integer' || kind === 'number' || kind === 'minutes') return String(defaultValue);
  return kind === 'list' ? "['…']" : `'${choices[0] ?? '…'}'`;
}
