import type { McpTool } from './connection.ts';
import { type JsonPart, partsOf } from './json-text.ts';
import { type Message, membersOf } from './message.ts';

/** Which tools a {@link Bridge} offers. */
export interface ToolFilter {
  /** Whether a tool is listed and can be called. */
  offers: (tool: McpTool) => boolean;
  /** The result of calling a tool that is not offered. */
  rejection: (name: string) => object;
}

/** The tools in the result of `tools/list`. */
export function toolsOf(result: Readonly<Record<string, unknown>>): McpTool[] {
  const { tools } = result;
  return Array.isArray(tools) ? tools.map(toTool) : [];
}

/** The text of a response to `tools/list` with only the tools that are offered. */
export function keptTools(text: string, { offers }: ToolFilter): string {
  const result = memberOf(text, 0, 'result');
  const list = result && memberOf(text, result.start, 'tools');
  if (!list || text[list.start] !== '[') return text;
  const tools = partsOf(text, list.start).map(({ start, end }) => text.slice(start, end));
  const kept = tools.filter((tool) => offers(toTool(JSON.parse(tool))));
  return `${text.slice(0, list.start)}[${kept.join(',')}]${text.slice(list.end)}`;
}

/**
 * A name that a call of a tool has more than once, as JSON: the service could read another of its
 * values and call another tool.
 */
export function repeatedName({ kind, text }: Message): string | undefined {
  if (kind !== 'request') return undefined;
  const params = memberOf(text, 0, 'params');
  return repeated(partsOf(text, 0)) ?? (params && repeated(partsOf(text, params.start)));
}

function repeated(parts: readonly JsonPart[]): string | undefined {
  const names = new Set<string>();
  for (const { name } of parts) {
    if (name === undefined) continue;
    if (names.has(name)) return JSON.stringify(name);
    names.add(name);
  }
  return undefined;
}

function memberOf(text: string, start: number, name: string): JsonPart | undefined {
  if (text[start] !== '{') return undefined;
  return partsOf(text, start).findLast((part) => part.name === name);
}

function toTool(value: unknown): McpTool {
  const { name, annotations } = membersOf(value);
  const { readOnlyHint } = membersOf(annotations);
  return {
    name: String(name),
    inputSchema: {},
    annotations: { readOnlyHint: readOnlyHint === true },
  };
}
