import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { McpTools } from '../../../src/server/surfaces/mcp/tools.ts';

const data = Buffer.from('a few bytes').toString('base64');
const text = { type: 'text', text: 'This is a simple text response for testing.' } as const;
const image = { type: 'image', data, mimeType: 'image/png' } as const;
const audio = { type: 'audio', data, mimeType: 'audio/wav' } as const;
const resource = {
  type: 'resource',
  resource: { uri: 'test://one', mimeType: 'text/plain', text: 'embedded' },
} as const;

/** Results of the tools that the conformance suite calls, by name. */
const results: Readonly<Record<string, CallToolResult>> = {
  test_simple_text: { content: [text] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [audio] },
  test_embedded_resource: { content: [resource] },
  test_multiple_content_types: { content: [text, image, resource] },
  test_error_handling: { content: [text], isError: true },
};

/** Every keyword must be in the list unchanged. */
const schemaOfMany = JSON.parse(`{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {
    "address": {
      "$anchor": "addressDef",
      "type": "object",
      "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
    }
  },
  "properties": {
    "name": { "type": "string" },
    "address": { "$ref": "#/$defs/address" },
    "contactMethod": { "type": "string", "enum": ["phone", "email"] },
    "phone": { "type": "string" },
    "email": { "type": "string" }
  },
  "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
  "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
  "then": { "required": ["phone"] },
  "else": { "required": ["email"] },
  "additionalProperties": false
}`) as Tool['inputSchema'];

export const fixtureTools: McpTools = {
  list: () => [
    ...Object.keys(results).map((name): Tool => ({ name, inputSchema: { type: 'object' } })),
    { name: 'json_schema_2020_12_tool', inputSchema: schemaOfMany },
  ],
  call: (name) => {
    const result = results[name];
    return result && Promise.resolve(result);
  },
};
