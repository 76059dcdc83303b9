import type { Field } from '../../contract/field.ts';
import type { Operation } from '../../contract/operation.ts';

const placeholders = {
  text: 'text',
  integer: 'n',
  number: 'n',
  minutes: 'duration',
  timestamp: 'time',
  choice: 'word',
  list: 'list',
} as const;

/** The command of an operation, as words: `monitors pause-all`. */
export function commandPath({ name }: Operation): string[] {
  return name.replaceAll('_', '-').split('.');
}

/** An input field as in messages: `<query>` or `--hours-ago`. */
export function inputName(operation: Operation, field: Field): string {
  return operation.args.includes(field.name) ? `<${field.name}>` : flagName(operation, field);
}

/** The flag of an input field without its value: `--hours-ago`. */
export function flagName(operation: Operation, field: Field): string {
  return flagOf(operation, field).replace(/ .*/, '');
}

/** The flag of an input field: `--hours-ago <n>`. */
export function flagOf(operation: Operation, { name, kind }: Field): string {
  const declared = operation.flags[name];
  if (declared) return declared;
  const flag = `--${name.replaceAll('_', '-')}`;
  return kind === 'boolean' ? flag : `${flag} <${placeholders[kind]}>`;
}
