import { describe, expect, it } from 'vitest';
import { operations } from '../../../../../src/contract/operations.ts';
import { startWatch } from '../../../../helpers/watch.ts';

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

describe('a prompt', () => {
  it('of 256 terms is read in full', async () => {
    const { client } = await startWatch();
    const prompt = `https://a.example/feed ${words(256)}`;
    const created = await client.monitors.create({ prompt });
    expect(created.ignored_prompt).toBeNull();
    expect(operations.monitors.create.notice?.(created) ?? '').not.toContain('too long');
  });

  it('of more terms is stored in full, and the response has the ignored part', async () => {
    const { client } = await startWatch();
    const prompt = `${words(256)} and "quoted otters"`;
    const created = await client.monitors.create({ prompt });
    expect(created).toMatchObject({ prompt, ignored_prompt: 'and "quoted otters"' });
    expect(operations.monitors.create.notice?.(created)).toMatch(
      /it is ignored from "and \\"quoted otters\\"" on, its last 19 characters/,
    );
  });
});
