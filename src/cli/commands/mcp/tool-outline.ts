import type { McpTool } from 'newswatch/mcp';
import { briefly } from '../../help/schema-index.ts';
import { isReadTool } from './find-tool.ts';

/** The output of `newswatch mcp tools`: short descriptions by tool. */
interface ToolIndex {
  /** How to get more. */
  more: string;
  /** Tools that only read. */
  reads: Readonly<Record<string, string>>;
  writes: Readonly<Record<string, string>>;
}

export function toolIndex(tools: readonly McpTool[]): ToolIndex {
  const summaries = (all: readonly McpTool[]) =>
    Object.fromEntries(all.map(({ name, description = '' }) => [name, summaryOf(description)]));
  return {
    more: 'newswatch mcp tools <tool> describes its arguments',
    reads: summaries(tools.filter(isReadTool)),
    writes: summaries(tools.filter((tool) => !isReadTool(tool))),
  };
}

/** The first sentence of a description, which may be followed by what a call needs. */
function summaryOf(description: string): string {
  return briefly(description).replace(/\. .*/s, '');
}

/** The output of `newswatch mcp tools <tool>`: a short description of how to call it. */
interface ToolOutline {
  name: string;
  description?: string | undefined;
  effect: 'read' | 'write';
  /** Type and description by argument. */
  arguments: Readonly<Record<string, string>>;
  /** How to get more. */
  more: string;
}

export function toolOutline(tool: McpTool): ToolOutline {
  const { name, description, inputSchema } = tool;
  const { properties = {}, required } = inputSchema as { properties?: object; required?: unknown };
  const needed = new Set(Array.isArray(required) ? required : []);
  return {
    name,
    description,
    effect: isReadTool(tool) ? 'read' : 'write',
    arguments: Object.fromEntries(
      Object.entries(properties).map(([field, schema]) => [
        field,
        argumentText(Object(schema), needed.has(field)),
      ]),
    ),
    more: `newswatch mcp tools ${name} --full`,
  };
}

/** Such as `integer, default 20: maximum number of items`; all optional arguments take `null` too. */
function argumentText(schema: Readonly<Record<string, unknown>>, isRequired: boolean): string {
  const { type, enum: choices, default: fallback, description } = schema;
  const kinds = [choices ?? type ?? 'any']
    .flat()
    .filter((kind) => kind !== null && kind !== 'null');
  const required = isRequired ? ', required' : '';
  const standard = fallback === undefined ? '' : `, default ${JSON.stringify(fallback)}`;
  const text = typeof description === 'string' ? `: ${description}` : '';
  return kinds.join(' | ') + required + standard + text;
}
