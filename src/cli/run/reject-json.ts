import type { Field } from '../../contract/field.ts';
import { invalidInput } from '../errors/failure.ts';

/**
 * Rejects JSON where a list or text is due: as text, it would be accepted and would match nothing.
 *
 * @param name the flag or argument
 * @throws {Failure} `invalid_value` that says how to write the value
 */
export function rejectJson(name: string, { kind, name: member }: Field, text: string): void {
  const value = parsed(text);
  if (kind === 'list' && Array.isArray(value)) {
    throw invalidInput(
      `${name} must be values separated by commas, not a JSON array`,
      `Write it as ${name} ${JSON.stringify(value.map(String).join(','))}`,
    );
  }
  if (kind === 'text' && value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const { [member]: inner } = value as Readonly<Record<string, unknown>>;
    const example = JSON.stringify(typeof inner === 'string' ? inner : '…');
    throw invalidInput(
      `${name} must be words, not a JSON object`,
      `Write it as ${name.startsWith('--') ? `${name} ${example}` : example}, and other fields as flags`,
    );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
