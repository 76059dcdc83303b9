import { describe, expect, it } from 'vitest';
import { JqProgram } from '../../../../../src/cli/output/view/jq-program.ts';

async function run(program: string, input: string) {
  return (await JqProgram.compile(program)).run(input);
}

describe('a jq program', () => {
  it.each([
    ['.items[].title', '{"items":[{"title":"a\\nb"},{"title":"ü"}]}', ['"a\\nb"', '"ü"']],
    ['.', '{"id":10000000000000000000000001}', ['{"id":10000000000000000000000001}']],
    ['empty', '{}', []],
    ['-1', '{}', ['-1']],
    ['1, 2 # a comment', '{}', ['1', '2']],
    ['debug | stderr', '{"a":1}', ['{"a":1}']],
    ['[inputs]', '{}', ['[]']],
    ['halt', '{}', []],
  ])('%s returns its results', async (program, input, results) => {
    expect(await run(program, input)).toEqual(results);
  });

  it('runs again for another input', async () => {
    const program = await JqProgram.compile('.a');
    expect(await program.run('{"a":1}')).toEqual(['1']);
    expect(await program.run('{"a":2}')).toEqual(['2']);
  });

  it('does not see the environment', async () => {
    process.env['NEWSWATCH_TEST'] = 'secret';
    try {
      const [seen = ''] = await run('[env, $ENV]', '{}');
      expect(seen).not.toMatch(/secret|NEWSWATCH/);
    } finally {
      delete process.env['NEWSWATCH_TEST'];
    }
  });

  it.each([
    ['.a |', 'syntax error, unexpected end of file'],
    ['nothing', 'nothing/0 is not defined'],
    ['', 'Top-level program not given (try ".")'],
    ['--help', 'help/0 is not defined'],
    // jq computes constants when it compiles.
    ['"a" * 1e9', 'the program needs too much memory'],
    ['import "a" as $a; .', 'module not found: a'],
  ])('is rejected if it is %j', async (program, reason) => {
    await expect(JqProgram.compile(program)).rejects.toMatchObject({
      code: 'invalid_value',
      message: expect.stringContaining(`--jq is not a valid jq program: ${reason}`),
    });
  });

  it.each([
    ['.[] | if . == 2 then error("two") else . end', '--jq: two'],
    ['.a', '--jq: Cannot index array with string "a"'],
    ['input', '--jq: break'],
    ['"stop" | halt_error', '--jq: stop'],
    ['null | halt_error(3)', '--jq: halt_error'],
  ])('%s fails without results', async (program, message) => {
    await expect(run(program, '[1,2]')).rejects.toMatchObject({
      code: 'jq_failed',
      exitCode: 1,
      message: expect.stringContaining(message),
    });
  });

  it.each(['def f: f; f', 'repeat(.) | empty'])('%s ends at its time limit', async (program) => {
    const compiled = await JqProgram.compile(program, { time: 500 });
    await expect(compiled.run('{}')).rejects.toMatchObject({
      code: 'jq_failed',
      message: '--jq: the program did not end within 0.5 s',
    });
  });

  it.each(['[range(1e12)]', 'def f: 1 + f; f', 'reduce range(20000) as $i (null; [.])'])(
    '%s ends at its memory limit',
    async (program) => {
      const compiled = await JqProgram.compile(program, { memory: 32 * 2 ** 20 });
      await expect(compiled.run('{}')).rejects.toMatchObject({
        code: 'jq_failed',
        message: '--jq: the program needs too much memory',
      });
    },
  );
});
