import type { McpTool } from 'newswatch/mcp';
import { invalidInput } from '../../errors/failure.ts';
import { parseJsonObject } from './json-object.ts';

/** Converts the values of `key=value` arguments to the types of the tool's input schema. */
export function inputFromWords(tool: McpTool, values: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, typedValue(tool, name, text)]),
  );
}

/** @throws {Failure} if an argument is not `key=value`, or a key is repeated */
export function valuesOf(words: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const word of words) {
    const [, name, text] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
    if (name === undefined || text === undefined) {
      throw invalidInput(
        `arguments must be key=value (got ${JSON.stringify(word)})`,
        "Or pass all of them as one object: --json '{…}'",
      );
    }
    if (Object.hasOwn(values, name)) {
      throw invalidInput(`${name} is given more than once`);
    }
    values[name] = text;
  }
  return values;
}

/** @throws {Failure} if the text is not a JSON object */
export function inputFromJson(text: string): Record<string, unknown> {
  const input = parseJsonObject(text);
  if (input) return input;
  throw invalidInput('--json must be one JSON object');
}

/**
 * Parses all types but strings as JSON; a list may also be separated by commas. Invalid JSON stays
 * text: the service reports it.
 */
function typedValue({ inputSchema }: McpTool, name: string, text: string): unknown {
  const { type } = (inputSchema.properties?.[name] ?? {}) as { type?: unknown };
  const types = [type].flat();
  if (type === undefined) return text;
  if (text === 'null' && types.includes('null')) return null;
  if (types.includes('string')) return text;
  if (types.includes('array') && !text.startsWith('[')) return text.split(',');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
