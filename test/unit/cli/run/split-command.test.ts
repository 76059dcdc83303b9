import { describe, expect, it } from 'vitest';
import { splitCommand } from '../../../../src/cli/run/split-command.ts';

describe('the words of a command', () => {
  it.each([
    ['agent', ['agent']],
    ['  agent  --model small ', ['agent', '--model', 'small']],
    [
      `agent 'two words' "and \\"two\\" more" a\\ b`,
      ['agent', 'two words', 'and "two" more', 'a b'],
    ],
    [`--name="x y"'z' ''`, ['--name=x yz', '']],
    [`'\\n' "\\n" "\\\\"`, ['\\n', '\\n', '\\']],
    ['a; rm $HOME `b` | c > d', ['a;', 'rm', '$HOME', '`b`', '|', 'c', '>', 'd']],
    ['', []],
  ])('%j', (text, words) => {
    expect(splitCommand(text)).toEqual(words);
  });

  it.each([`agent "open`, `agent 'open`, 'agent \\'])('are undefined for %j', (text) => {
    expect(splitCommand(text)).toBeUndefined();
  });
});
