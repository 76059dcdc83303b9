import type { McpTool } from 'newswatch/mcp';
import { describe, expect, it } from 'vitest';
import { inputFromWords } from '../../../../../src/cli/commands/mcp/tool-input.ts';

const properties = {
  text: { type: 'string' },
  title: { type: ['string', 'null'] },
  limit: { type: ['integer', 'null'] },
  words: { type: ['array', 'null'] },
  untyped: {},
};
const tool: McpTool = { name: 'example', inputSchema: { properties } };

describe('the text of an argument', () => {
  it.each([
    ['text', '2026', '2026'],
    ['text', 'null', 'null'],
    ['title', '2026', '2026'],
    ['title', 'true', 'true'],
    ['title', 'null', null],
    ['limit', '5', 5],
    ['limit', 'null', null],
    ['limit', 'five', 'five'],
    ['words', '["a,b", "c"]', ['a,b', 'c']],
    ['words', 'a,b', ['a', 'b']],
    ['words', '2026', ['2026']],
    ['words', '[]', []],
    ['words', '[a', '[a'],
    ['words', 'null', null],
    ['untyped', '5', '5'],
    ['unknown', '5', '5'],
  ])('of %s: %j becomes %j', (name, text, value) => {
    expect(inputFromWords(tool, { [name]: text })).toEqual({ [name]: value });
  });
});
