import { expect, it } from 'vitest';
import { toServiceResponse } from '../../../../../src/cli/commands/mcp/tool-response.ts';

it('rejects a JSON text of more than 100,000 values before it is parsed', () => {
  const text = `{"items":[${'{},'.repeat(50_000)}{}]}`;
  const result = { content: [{ type: 'text', text }], isError: false };
  expect(() => toServiceResponse(result)).toThrow('has more than 100000 values');
});
