import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { expectedErrors } from '../../../src/contract/expected-errors.ts';
import { fieldsOf, hasIdField } from '../../../src/contract/field.ts';
import { operations } from '../../../src/contract/operations.ts';

const { account, alerts, delivery, monitors, news } = operations;

describe('the fields of an operation', () => {
  it('have the kind, choices and default of their schemas', () => {
    const field = (name: string, kind: string, others = {}) => ({
      name,
      kind,
      required: false,
      nullable: false,
      description: expect.stringMatching(/\w/),
      choices: [],
      defaultValue: undefined,
      canBeNone: false,
      ...others,
    });
    const filter = (name: string, kind: string) =>
      field(name, kind, { nullable: true, canBeNone: true });
    expect(fieldsOf(monitors.create)).toEqual([
      field('prompt', 'text', { required: true }),
      field('title', 'text'),
      field('every_minutes', 'minutes', { nullable: true, defaultValue: 60 }),
      field('on_demand', 'boolean'),
      field('execution', 'choice', { choices: ['standard', 'agentic'] }),
      field('team_id', 'text'),
      filter('include_sources', 'list'),
      filter('exclude_sources', 'list'),
      filter('include_languages', 'list'),
      filter('exclude_languages', 'list'),
      filter('exclude_words', 'list'),
      filter('min_relevance', 'number'),
      filter('quiet_hours', 'text'),
    ]);
    expect(fieldsOf(alerts.list)).toEqual([
      field('limit', 'integer', { defaultValue: 20 }),
      field('since', 'timestamp'),
      field('until', 'timestamp'),
      field('monitor_id', 'text'),
      field('cursor', 'text'),
    ]);
  });

  it('are nullable if null has a meaning of its own', () => {
    const [, , , monitor, , name] = fieldsOf(delivery.set);
    expect(monitor).toMatchObject({ name: 'monitor_id', nullable: true, canBeNone: false });
    expect(name).toMatchObject({ name: 'name', nullable: true, canBeNone: true });
  });

  it('have the description of their schemas, or an empty one', () => {
    expect(fieldsOf(delivery.test)[0]?.description).toBe('id of the connection');
    const input = z.strictObject({ text: z.string() });
    expect(fieldsOf({ ...news.search, input })).toMatchObject([{ description: '' }]);
  });

  it('have no default that is not a number', () => {
    const text = z.string().check(z.meta({ default: 'x' }));
    const input = z.strictObject({ text });
    expect(fieldsOf({ ...news.search, input })).toMatchObject([{ defaultValue: undefined }]);
  });
});

describe('an id field', () => {
  it.each([
    [news.get, true],
    [monitors.create, true],
    [news.search, false],
    [account.overview, false],
  ])('is found, optional or not: %#', (operation, expected) => {
    expect(hasIdField(operation)).toBe(expected);
  });
});

describe('the expected errors', () => {
  const always = ['invalid_request', 'unauthorized', 'rate_limited', 'internal', 'unavailable'];
  const withBody = [...always, 'payload_too_large', 'unsupported_media_type'];

  it.each([
    ['needs a plan and has an id', news.get, [...always, 'plan_required', 'not_found']],
    ['needs a plan and has a body', news.search, [...withBody, 'plan_required']],
    ['needs a permission', monitors.delete, [...withBody, 'not_found', 'forbidden']],
    [
      'needs a permission and excludes others',
      delivery.connect,
      [...withBody, 'plan_required', 'not_found', 'forbidden', 'conflict'],
    ],
    ['is free', account.overview, always],
  ])('of an operation that %s', (_, operation, expected) => {
    expect(expectedErrors(operation).sort()).toEqual(expected.sort());
  });
});
