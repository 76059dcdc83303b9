import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandPath } from '../../src/cli/run/input-flags.ts';
import { operationList } from '../../src/contract/operations.ts';
import { cli } from '../helpers/cli.ts';
import { envFor, sharedServer } from '../helpers/server.ts';

const guide = readFileSync('SKILL.md', 'utf8');
/** The rows of the table of commands. */
const rows = guide
  .split('\n')
  .filter((line) => line.startsWith('|') && line.includes('`newswatch'));

const rowOf = (words: string) =>
  rows.find((row) => new RegExp(`\`newswatch ${words}[ \`]`).test(row));
const isWrite = (row: string | undefined) => row?.trimEnd().endsWith('| yes |');

describe('the guide for assistants', () => {
  it('is printed by newswatch skill', async () => {
    expect((await cli(['skill'])).stdout).toBe(guide);
  });

  it('begins with a name and a description', () => {
    const [, name, description] = /^---\nname: (.*)\ndescription: (.*)\n---\n/.exec(guide) ?? [];
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(description?.length).toBeLessThanOrEqual(1024);
  });

  it.each(operationList.map((operation) => [commandPath(operation).join(' '), operation] as const))(
    'lists %s, marked as a write if it is one',
    (words, { effect }) => {
      expect(rowOf(words)).toBeDefined();
      expect(isWrite(rowOf(words))).toBe(effect !== 'read');
    },
  );

  it('is shorter than 6,000 bytes', () => {
    expect(Buffer.byteLength(guide)).toBeLessThan(6000);
  });

  const commands = [...guide.matchAll(/`newswatch ([^`<]+)`/g)].map(([, line = '']) => line.trim());

  it('has a command for each operation', () => {
    expect(commands.length).toBeGreaterThanOrEqual(operationList.length);
  });

  describe('commands', () => {
    const server = sharedServer();

    it.concurrent.each(commands)('%s works as written', async (line) => {
      const args = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
        ([, ...parts]) => parts.find((part) => part !== undefined) ?? '',
      );
      const { code, stderr } = await cli(args, { env: envFor(server()) });
      // 5: the ids in the examples do not exist.
      expect([0, 5], stderr).toContain(code);
    });
  });
});
