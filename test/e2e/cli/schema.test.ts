import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { exitMeaning } from '../../../src/cli/errors/exit-code.ts';
import { descriptionOf, runnable } from '../../../src/cli/help/command-description.ts';
import { inputSchemaOf, jsonSchemaOf } from '../../../src/contract/json-schema.ts';
import { openApiDocument } from '../../../src/contract/openapi/openapi-document.ts';
import { operationList, operations } from '../../../src/contract/operations.ts';
import { cli, failureIn } from '../../helpers/cli.ts';
import { programTree } from '../../helpers/program.ts';

async function schema(...words: string[]) {
  const { code, stdout, stderr } = await cli(['schema', ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const commandNames = runnable(await descriptionOf(await programTree())).map(({ words }) =>
  words.join(' '),
);

describe('newswatch schema', () => {
  it('lists every command, or the group in a group that has it, in less than 4,000 bytes', async () => {
    const { reads, writes, others } = await schema();
    const listed = { ...reads, ...writes, ...others };
    const entries = new Set(commandNames.map((name) => name.split(' ').slice(0, 2).join(' ')));
    expect(Object.keys(listed).sort()).toEqual([...entries].sort());
    expect(Object.values(listed)).not.toContain('');
    expect((await cli(['schema'])).stdout.length).toBeLessThan(4000);
  });

  it('lists what reads and what writes', async () => {
    const { reads, writes, others } = await schema();
    for (const { name, effect } of operationList) {
      expect(effect === 'read' ? reads : writes).toHaveProperty([
        name.replaceAll('_', '-').replace('.', ' '),
      ]);
    }
    expect(writes).toHaveProperty('api');
    expect(others).toHaveProperty('doctor');
  });

  it('lists the commands of a group', async () => {
    const { reads, writes, others } = await schema('monitors');
    expect(Object.keys({ ...reads, ...writes })).toContain('monitors pause-all');
    expect(Object.keys({ ...reads, ...writes, ...others })).toEqual(
      expect.not.arrayContaining(commandNames.filter((name) => !name.startsWith('monitors '))),
    );
  });

  it.concurrent.each(commandNames)('describes %s in less than 3,000 bytes', async (name) => {
    const { stdout } = await cli(['schema', ...name.split(' ')]);
    expect(Buffer.byteLength(stdout)).toBeLessThan(3000);
    expect(JSON.parse(stdout)).toMatchObject({ command: name, examples: expect.any(Array) });
  });

  it.each(['monitors.pause_all', 'monitors pause-all'])('takes the name %j', async (name) => {
    expect(await schema(name)).toMatchObject({ command: 'monitors pause-all' });
  });

  it('says which flags are required, also if the descriptions are shortened', async () => {
    const { flags } = await schema('monitors', 'create');
    expect(flags['--prompt <sentence>']).toMatch(/ \(required\)$/);
    expect(flags['--yes']).not.toContain('(');
  });

  it('says how many items a search has at most', async () => {
    const { flags } = await schema('news', 'search');
    expect(flags['--all']).toBe('get all items, at most 200, in pages of 100');
    expect(flags['-n, --limit <n>']).toContain('or up to 200 in pages');
  });

  it('describes the flags and the response of a command', async () => {
    expect(await schema('news', 'search')).toMatchObject({
      arguments: { '[query]': expect.stringMatching(/./) },
      flags: { '-n, --limit <n>': expect.stringContaining('default: ') },
      operation: 'news.search',
      effect: 'read',
      access: 'paid',
      response: expect.stringMatching(/^{items: \[{id, title, .*}], .*has_more\?, next_cursor\?}$/),
    });
  });
});

describe('newswatch schema --full', () => {
  it('describes every command', async () => {
    const { commands } = await schema('--full');
    expect(commands.map(({ command }: { command: string }) => command)).toEqual(commandNames);
    expect(commandNames).toEqual(
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
    const { commands, global_flags } = await schema('delivery', 'connect', '--full');
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
      (await schema(...words, '--full')).commands[0].exit_codes.map(
        ({ code }: { code: number }) => code,
      );
    const every = [0, 1, 2, 130, 143];
    expect(await codesOf('explain')).toEqual(every);
    expect(await codesOf('usage')).toEqual([0, 1, 2, 4, 6, 7, 8, 130, 143]);
    expect(await codesOf('news', 'latest')).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 130, 143]);
    expect(await codesOf('monitors', 'delete')).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 10, 130, 143]);
  });

  it('describes all commands of a group', async () => {
    const { commands } = await schema('webhook', '--full');
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
    [['--openapi', '--full'], 'conflicting_option', 'cannot be used with'],
  ])('rejects %j', async (words, error, message) => {
    const { code, stdout, stderr } = await cli(['schema', ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error, message: expect.stringContaining(message) });
  });
});
