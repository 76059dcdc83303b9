import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { exitMeaning } from '../../../src/cli/errors/exit-code.ts';
import { descriptionOf, runnable } from '../../../src/cli/help/command-description.ts';
import { inputSchemaOf, jsonSchemaOf } from '../../../src/contract/json-schema.ts';
import { openApiDocument } from '../../../src/contract/openapi/openapi-document.ts';
import { operations } from '../../../src/contract/operations.ts';
import { cli, failureIn } from '../../helpers/cli.ts';
import { programTree } from '../../helpers/program.ts';

async function schema(...words: string[]) {
  const { code, stdout, stderr } = await cli(['schema', ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('newswatch schema', () => {
  it('describes every command', async () => {
    const { commands } = await schema();
    const names = runnable(descriptionOf(programTree())).map(({ words }) => words.join(' '));
    expect(commands.map(({ command }: { command: string }) => command)).toEqual(names);
    expect(names).toEqual(
      expect.arrayContaining(['news search', 'serve', 'webhook listen', 'api']),
    );
    for (const { exit_codes, examples, summary } of commands) {
      expect(summary).not.toBe('');
      expect(examples.length).toBeGreaterThan(0);
      for (const { code, meaning } of exit_codes) {
        expect(meaning).toBe(exitMeaning[code as keyof typeof exitMeaning]);
      }
    }
  });

  it('describes the input, the output and the effect of an operation', async () => {
    const { commands, global_flags } = await schema('delivery', 'connect');
    const { connect } = operations.delivery;
    expect(commands).toHaveLength(1);
    expect(commands[0]).toMatchObject({
      command: 'delivery connect',
      arguments: [],
      operation: {
        name: 'delivery.connect',
        documented: true,
        effect: 'create',
        access: 'paid',
        input: inputSchemaOf(connect),
        output: jsonSchemaOf(connect.output),
      },
    });
    const platform = commands[0].flags.find(({ flag }: { flag: string }) => flag === '--platform');
    expect(platform).toMatchObject({ required: true, choices: ['webhook'], value: 'platform' });
    expect(global_flags).toContainEqual(
      expect.objectContaining({ flag: '--timeout', default: '30' }),
    );
  });

  it('lists the exit codes of each command', async () => {
    const codesOf = async (...words: string[]) =>
      (await schema(...words)).commands[0].exit_codes.map(({ code }: { code: number }) => code);
    const every = [0, 1, 2, 130, 143];
    expect(await codesOf('explain')).toEqual(every);
    expect(await codesOf('usage')).toEqual([0, 1, 2, 4, 6, 7, 8, 130, 143]);
    expect(await codesOf('news', 'latest')).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 130, 143]);
    expect(await codesOf('monitors', 'delete')).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 10, 130, 143]);
  });

  it('describes all commands of a group', async () => {
    const { commands } = await schema('webhook');
    expect(commands.length).toBeGreaterThan(3);
    expect(
      commands.every(({ command }: { command: string }) => command.startsWith('webhook ')),
    ).toBe(true);
  });

  it('prints the OpenAPI document with --openapi', async () => {
    expect(await schema('--openapi')).toEqual(JSON.parse(JSON.stringify(openApiDocument(version))));
  });

  it('prints the format of fixtures with --fixture', async () => {
    expect(await schema('--fixture')).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { deliveries: { items: { $ref: '#/$defs/Delivery' } } },
      additionalProperties: false,
      $defs: {
        Delivery: { properties: { status: { enum: expect.arrayContaining(['exhausted']) } } },
      },
    });
  });

  it.each([
    [['news', 'serch'], 'unknown_command', 'did you mean search?'],
    [['--openapi', 'news'], 'conflicting_option', 'cannot be used with a command'],
    [['--fixture', 'news'], 'conflicting_option', 'cannot be used with a command'],
    [['--openapi', '--fixture'], 'conflicting_option', 'cannot be used with'],
  ])('rejects %j', async (words, error, message) => {
    const { code, stdout, stderr } = await cli(['schema', ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error, message: expect.stringContaining(message) });
  });
});
