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

describe('the words of a command on Windows', () => {
  it.each([
    ['C:\\agents\\run.cmd --model small', ['C:\\agents\\run.cmd', '--model', 'small']],
    ['"C:\\Program Files\\agent.exe" -x', ['C:\\Program Files\\agent.exe', '-x']],
    ['"\\\\server\\share\\a.exe" "C:\\dir\\"', ['\\\\server\\share\\a.exe', 'C:\\dir\\']],
    ['agent \\"x\\" "say \\"hi\\""', ['agent', '"x"', 'say "hi"']],
    ["agent 'two words' a\\", ['agent', 'two words', 'a\\']],
  ])('%j', (text, words) => {
    expect(splitCommand(text, 'win32')).toEqual(words);
  });

  it.each(['agent "open', "agent 'open"])('are undefined for %j', (text) => {
    expect(splitCommand(text, 'win32')).toBeUndefined();
  });
});
