import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/**
 * The client under test of the MCP conformance suite: the official client, which reaches the server of
 * the scenario (the last argument) through `newswatch mcp serve`. It calls every tool.
 */
const url = new URL(process.argv.at(-1));
const client = new Client(
  { name: 'bridged', version: '1.0.0' },
  {
    capabilities: { elicitation: { form: { applyDefaults: true } } },
    versionNegotiation: { mode: 'auto' },
  },
);
client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: {} }));
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('../../../bin/newswatch.cjs', import.meta.url)), 'mcp', 'serve'],
    env: { ...process.env, SERVICE_BASE_URL: url.origin, SERVICE_API_KEY: 'nw_conformance' },
  }),
);
const { tools } = await client.listTools();
for (const { name, inputSchema } of tools) {
  const input = { a: 1, b: 2, schema: tools[0].inputSchema };
  const names = Object.keys(inputSchema.properties ?? {}).filter((each) => each in input);
  const args = Object.fromEntries(names.map((each) => [each, input[each]]));
  // Some tools of the suite respond with errors.
  await client.callTool({ name, arguments: args }).catch(() => {});
}
await client.close();
