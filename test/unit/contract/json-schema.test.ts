import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { inputSchemaOf, jsonSchemaOf } from '../../../src/contract/json-schema.ts';
import { operations } from '../../../src/contract/operations.ts';

describe('a JSON Schema', () => {
  it('has neither $schema nor bounds and patterns that zod adds by itself', () => {
    const schema = z.looseObject({
      count: z.int(),
      at: z.iso.datetime({ offset: true }),
      day: z.iso.date(),
    });
    expect(jsonSchemaOf(schema)).toEqual({
      type: 'object',
      properties: {
        count: { type: 'integer' },
        at: { type: 'string', format: 'date-time' },
        day: { type: 'string', format: 'date', pattern: expect.any(String) },
      },
      required: ['count', 'at', 'day'],
      additionalProperties: {},
    });
  });

  it('keeps declared bounds', () => {
    const schema = z.int().check(z.minimum(1), z.maximum(5));
    expect(jsonSchemaOf(schema)).toEqual({ type: 'integer', minimum: 1, maximum: 5 });
  });

  it('describes the input before defaults are filled in', () => {
    const schema = z.strictObject({ limit: z._default(z.int(), 20) });
    expect(jsonSchemaOf(schema)).not.toHaveProperty('required');
  });

  it('can be adjusted', () => {
    const schema = jsonSchemaOf(z.strictObject({ text: z.string() }), (node) => {
      node.title = 'seen';
    });
    expect(schema).toMatchObject({ title: 'seen', properties: { text: { title: 'seen' } } });
  });

  it('of an input declares that optional fields take null', () => {
    expect(inputSchemaOf(operations.delivery.set)).toMatchObject({
      properties: {
        channel_id: { type: 'string' },
        status: { type: ['string', 'null'], enum: expect.arrayContaining(['active', null]) },
        name: { type: ['string', 'null'], maxLength: 200, description: expect.any(String) },
        all_monitors: { type: ['boolean', 'null'] },
      },
      required: ['channel_id'],
    });
  });

  it('of an input allows no other fields, of a response it does', () => {
    expect(jsonSchemaOf(operations.usage.input)).toMatchObject({ additionalProperties: false });
    expect(jsonSchemaOf(operations.usage.output)).toMatchObject({ additionalProperties: {} });
  });
});
