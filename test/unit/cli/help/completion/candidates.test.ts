import { describe, expect, it } from 'vitest';
import { completionCandidates } from '../../../../../src/cli/help/completion/candidates.ts';
import { programTree } from '../../../../helpers/program.ts';

/** The candidates for the last word, without their meanings. */
async function candidates(...words: string[]): Promise<string[]> {
  const lines = await completionCandidates(await programTree(), words);
  return lines.map((line) => line.replace(/\t.*/, ''));
}

describe('completion candidates', () => {
  it.each([
    ['commands', ['deliv'], ['delivery']],
    ['the commands of a group', ['monitors', 'pause'], ['pause', 'pause-all']],
    ['flags of the command', ['news', 'search', 'x', '--hou'], ['--hours-ago']],
    ['flags of every command', ['news', 'search', '--api'], ['--api-key-file']],
    ['a command after a flag with a value', ['--timeout', '5', 'news', 'lat'], ['latest']],
    ['a value of a flag', ['delivery', 'set', 'c', '--status', 'dis'], ['disabled']],
    ['a value after an equals sign', ['delivery', 'set', '--status=dis'], ['--status=disabled']],
    [
      'a value after an equals sign as bash splits it',
      ['delivery', 'set', '--status', '=', 'dis'],
      ['disabled'],
    ],
    ['a value of an argument', ['completion', 'fi'], ['fish']],
    ['the commands after help', ['help', 'monitors', 'pause-'], ['pause-all']],
    ['no command as the value of a flag', ['--profile', 'news'], []],
    ['nothing after an unknown word', ['news', 'zzz'], []],
  ])('are %s', async (_what, words, expected) => {
    expect(await candidates(...words)).toEqual(expected);
  });

  it.each([
    [['--api-key-file', 'k']],
    [['news', 'search', '--output=']],
    [['serve', '--data', '']],
  ])('are file names after %j', async (words) => {
    expect(await candidates(...words)).toEqual([':files']);
  });

  it('come with their meaning on one line', async () => {
    const lines = await completionCandidates(await programTree(), ['']);
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) expect(line).toMatch(/^[a-z-]+\t\S[^\n\t]*$/);
  });

  it('are no flags before a dash is typed', async () => {
    const words = await candidates('news', 'search', '');
    expect(words.filter((word) => word.startsWith('-'))).toEqual([]);
  });
});
