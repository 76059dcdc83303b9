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

/** The flag of an input field: `--hours-ago <n>`. */
export function flagOf(operation: Operation, { name, kind }: Field): string {
  const declared = operation.flags[name];
  if (declared) return declared;
  const flag = `--${name.replaceAll('_', '-')}`;
  return kind === 'boolean' ? flag : `${flag} <${placeholders[kind]}>`;
}
