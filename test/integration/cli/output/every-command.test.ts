import { describe, expect, it } from 'vitest';
import { descriptionOf, runnable } from '../../../../src/cli/help/command-description.ts';
import { outputOptions } from '../../../../src/cli/run/command-options.ts';
import { splitCommand } from '../../../../src/cli/run/split-command.ts';
import { programTree } from '../../../helpers/program.ts';
import { runMain } from '../../../helpers/run-main.ts';

const commands = runnable(await descriptionOf(await programTree()));
const outputFlags = outputOptions().map(({ long }) => long);

/** What these commands print is not a document. */
const others: Readonly<Record<string, string>> = {
  'config set': 'nothing',
  'config unset': 'nothing',
  'auth token': 'the key',
  completion: 'a script',
  man: 'a page',
  skill: 'a page',
  help: 'help',
  serve: 'a log',
  'mcp serve': 'messages of MCP',
  'webhook listen': 'an event per line',
};
const printing = commands.filter(({ words }) => !(words.join(' ') in others));

it('every command that prints a document has all output flags, the others have none', () => {
  const withFlags = commands.map(({ words, flags }) => {
    const shared = flags.filter(({ flag }) => outputFlags.includes(flag));
    return [words.join(' '), shared.map(({ flag }) => flag).sort()];
  });
  const expected = commands.map(({ words }) => {
    const name = words.join(' ');
    return [name, name in others ? [] : outputFlags.toSorted()];
  });
  expect(Object.fromEntries(withFlags)).toEqual(Object.fromEntries(expected));
});

describe('a view that is not possible is refused before anything is read or sent', () => {
  const cases = printing.map(({ words, examples: [example = words.join(' ')] }) => ({
    name: words.join(' '),
    args: splitCommand(example.replace(/ (?:[|<>]|-q) .*/, '')) ?? [],
  }));

  it.each(cases)('$name', async ({ args }) => {
    const env = { SERVICE_BASE_URL: 'http://127.0.0.1:9', SERVICE_API_KEY: 'nw_key' };
    const { code, stdout, stderr } = await runMain([...args, '--fields', 'a,'], { env });
    expect(JSON.parse(stderr)).toMatchObject({
      error: 'invalid_value',
      message: '--fields must be names separated by commas',
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
