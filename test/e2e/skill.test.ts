import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandPath } from '../../src/cli/run/input-flags.ts';
import { operationList } from '../../src/contract/operations.ts';
import { cli } from '../helpers/cli.ts';
import { envFor, testServer } from '../helpers/server.ts';

const guide = readFileSync('SKILL.md', 'utf8');
/** The rows of the table of commands that have one in them. */
const rows = guide
  .split('\n')
  .filter((line) => line.startsWith('|') && line.includes('`newswatch'));

const rowOf = (words: string) =>
  rows.find((row) => new RegExp(`\`newswatch ${words}[ \`]`).test(row));
const writes = (row: string | undefined) => row?.trimEnd().endsWith('| yes    |');

describe('the guide for assistants', () => {
  it('is what newswatch skill prints', async () => {
    expect((await cli(['skill'])).stdout).toBe(guide);
  });

  it('begins with a name and a description, as skills do', () => {
    const [, name, description] = /^---\nname: (.*)\ndescription: (.*)\n---\n/.exec(guide) ?? [];
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(description?.length).toBeLessThanOrEqual(1024);
  });

  it.each(operationList.map((operation) => [commandPath(operation).join(' '), operation] as const))(
    '%s is in it, marked as a write where it is one',
    (words, { effect }) => {
      expect(rowOf(words)).toBeDefined();
      expect(writes(rowOf(words))).toBe(effect !== 'read');
    },
  );

  it('has only commands that work as they are written', async () => {
    const env = envFor(await testServer());
    const commands = [...guide.matchAll(/`newswatch ([^`|<]+)`/g)].map(([, line = '']) =>
      line.trim(),
    );
    expect(commands.length).toBeGreaterThanOrEqual(operationList.length);
    for (const line of commands) {
      const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, word]) => quoted ?? word ?? '',
      );
      const { code, stderr } = await cli(args, { env });
      // The ids are examples: nothing has them.
      expect([0, 5], `${line}: ${stderr}`).toContain(code);
    }
  });
});
