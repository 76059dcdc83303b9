import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { exitCode } from '../../../src/cli/errors/exit-code.ts';
import { exitCodesOf } from '../../../src/cli/errors/operation-exit-codes.ts';
import { isSchemaField } from '../../../src/cli/output/view/schema-fields.ts';
import { operationOptions } from '../../../src/cli/run/operation-options.ts';
import type { Channel } from '../../../src/contract/channel.ts';
import { fieldsOf } from '../../../src/contract/field.ts';
import { operation } from '../../../src/contract/operation.ts';
import { operationList, operations } from '../../../src/contract/operations.ts';

const { connect } = operations.delivery;

const readItems = {
  name: 'items.read',
  title: 'Read items',
  summary: 'Read items',
  section: '4.1',
  method: 'GET',
  path: '/items',
  effect: 'read',
  examples: [],
  input: () => z.strictObject({}),
  output: () => z.looseObject({ items: z.array(z.string()) }),
} as const;

const withCursor = () => z.extend(readItems.output(), { next_cursor: z.string() });

function flagsOf(each: Parameters<typeof operationOptions>[0]): (string | undefined)[] {
  return operationOptions(each).map(({ long }) => long);
}

describe('a declaration', () => {
  it('has defaults', () => {
    expect(operation(readItems)).toMatchObject({
      args: [],
      flags: {},
      access: 'paid',
      documented: true,
      destructive: false,
      openWorld: false,
    });
  });

  it('replaces defaults', () => {
    const replaced = {
      args: ['id'],
      flags: { id: '--item <id>' },
      access: 'free',
      documented: false,
      destructive: true,
      openWorld: true,
    } as const;
    const input = () => z.strictObject({ id: z.string() });
    expect(operation({ ...readItems, ...replaced, input })).toMatchObject(replaced);
  });

  it('is destructive by default if it deletes', () => {
    const effect = 'delete';
    expect(operation({ ...readItems, effect }).destructive).toBe(true);
    expect(operation({ ...readItems, effect, destructive: false }).destructive).toBe(false);
  });

  it('creates its schemas once, on first use', () => {
    const input = vi.fn(readItems.input);
    const output = vi.fn(readItems.output);
    const declared = operation({ ...readItems, input, output });
    expect([input, output].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    expect(declared.input).toBe(declared.input);
    expect(declared.output).toBe(declared.output);
    expect([input, output].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });
});

describe('an operation that gets another output field', () => {
  const before = operation({ ...readItems, list: 'items' });
  const after = operation({ ...readItems, list: 'items', output: withCursor });

  it('keeps its flags and exit codes', () => {
    expect(flagsOf(before)).toEqual([
      '--format',
      '--fields',
      '--jq',
      '--compact',
      '--pager',
      '--output',
      '--exit-status',
      '--max-bytes',
    ]);
    expect(flagsOf(after)).toEqual(flagsOf(before));
    expect(exitCodesOf(after)).toContain(exitCode.nothing_found);
  });
});

describe('a declared output field', () => {
  it.each(operationList)('of $name is in its schema', ({ list, secretField, output }) => {
    const { shape } = output.def;
    if (list !== undefined) expect(shape[list]).toBeInstanceOf(z.ZodMiniArray);
    if (secretField !== undefined) expect(shape[secretField]).toBeInstanceOf(z.ZodMiniString);
  });

  it('must have the right type', () => {
    // @ts-expect-error: next_cursor is not an array
    operation({ ...readItems, list: 'next_cursor', output: withCursor });
    // @ts-expect-error: items is not text
    operation({ ...readItems, secretField: 'items' });
  });

  it('adds its flags', () => {
    expect(flagsOf(connect)).toContain('--secret-file');
    expect(flagsOf(operations.usage)).toEqual([
      ...['--format', '--fields', '--jq', '--compact', '--pager', '--output', '--max-bytes'],
    ]);
  });
});

describe('a notice', () => {
  it.each([
    ['mon_1', [], 'the connection covers only the monitor mon_1'],
    [null, [], 'the connection covers all your monitors, including future ones'],
    [
      null,
      ['mon_2', 'mon_3'],
      'the connection covers all your monitors, including future ones, except mon_2, mon_3: you lack the webhook permission of their teams',
    ],
  ])('describes the scope of a connection: monitor_id %j without %j', (monitor_id, ids, notice) => {
    const channel = {
      id: 'chan_1',
      platform: 'webhook',
      webhook_url: 'https://hooks.example.com',
      monitor_id,
      name: null,
      status: 'active',
      status_reason: null,
      previous_secret_expires_at: null,
      created_at: '2026-11-20T09:30:00Z',
      not_covered: ids.map((id) => ({ monitor_id: id, reason: 'permission_missing' as const })),
    } as const;
    expect(connect.notice?.({ channel, signing_secret: 'whsec_1' })).toBe(notice);
  });

  it.each([
    ['2026-11-21T09:30:00Z', /both secrets until 2026-11-21T09:30:00Z/],
    [null, /the previous secret is no longer valid/],
  ])('says until when both secrets are valid: %j', (previous_secret_expires_at, notice) => {
    const channel = {
      id: 'chan_1',
      platform: 'webhook' as const,
      webhook_url: 'https://hooks.example.com',
      monitor_id: null,
      name: null,
      status: 'active' as const,
      status_reason: null,
      previous_secret_expires_at,
      created_at: '2026-11-20T09:30:00Z',
      not_covered: [],
    } satisfies Channel;
    const response = {
      channel,
      signing_secret: 'whsec_2',
      previous_secret_expires_at: '2026-11-21T09:30:00Z',
    };
    expect(operations.delivery.rotate_secret.notice?.(response)).toMatch(notice);
  });
});

it.each(
  operationList.flatMap(({ name, confirmation }) =>
    confirmation?.names ? [{ name, source: confirmation.names }] : [],
  ),
)('$name finds names in a list that exists', ({ source }) => {
  const { operation, input, list, field } = source;
  const found = operationList.find(({ name }) => name === operation);
  expect(found?.effect).toBe('read');
  expect(found?.input.safeParse(input).success).toBe(true);
  for (const each of ['id', field]) {
    expect(found && isSchemaField({ ...found, list }, each)).toBe(true);
  }
});

it('every operation that asks before it destroys one thing finds its name', () => {
  const unnamed = operationList.filter(
    ({ args, confirmation }) => args.length > 0 && confirmation && !confirmation.names,
  );
  expect(unnamed).toEqual([]);
});

describe('an input field', () => {
  it('is a duration only if it is declared as one', () => {
    const kinds = operationList.flatMap((each) =>
      fieldsOf(each).map(({ name, kind }) => [`${each.name} ${name}`, kind]),
    );
    expect(kinds.filter(([, kind]) => kind === 'minutes')).toEqual([
      ['monitors.create every_minutes', 'minutes'],
      ['monitors.edit every_minutes', 'minutes'],
    ]);
    const waited = operation({
      ...readItems,
      input: () => z.strictObject({ waited_minutes: z.int() }),
    });
    expect(fieldsOf(waited)).toMatchObject([{ kind: 'integer' }]);
  });
});
