import { operations } from '../../../../contract/operations.ts';
import { validate } from '../../../../contract/validate.ts';

/** The fields that were changed, with their new values. */
export type Edit = Readonly<Record<string, unknown>>;

/**
 * Parses the text of an edited monitor. A field that was deleted stays as it is.
 *
 * @param before the fields before they were edited
 * @returns the problems if the text is not valid JSON, or a value is invalid
 */
export function parseEdit(
  text: string,
  before: Readonly<Record<string, unknown>>,
): { edit: Edit } | { problems: string[] } {
  let fields: unknown;
  try {
    fields = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return {
      problems: [`the text is not valid JSON: ${error instanceof Error ? error.message : ''}`],
    };
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    return { problems: ['the text must be a JSON object'] };
  }
  const unknown = Object.keys(fields).filter((name) => !Object.hasOwn(before, name));
  if (unknown.length > 0) {
    const known = Object.keys(before).join(', ');
    return { problems: unknown.map((name) => `${name} cannot be changed; fields: ${known}`) };
  }
  const validated = validate(operations.monitors.edit, { ...fields, id: 'edited' });
  if ('issues' in validated) {
    return { problems: validated.issues.map(({ field, message }) => `${field} ${message}`) };
  }
  const { id: _, ...after } = validated.input;
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return { edit: Object.fromEntries(changed) };
}
