import * as z from 'zod/mini';
import { timestampField } from './shared-fields.ts';

/** Builders of the fields of responses and events. Each takes the field's description. */

export const text = (description: string) => z.string().register(z.globalRegistry, { description });

export const textOrNull = (description: string) =>
  z.nullable(z.string()).register(z.globalRegistry, { description });

export const integer = (description: string) => z.int().register(z.globalRegistry, { description });

export const integerOrNull = (description: string) =>
  z.nullable(z.int()).register(z.globalRegistry, { description });

/** A time in UTC with milliseconds, such as `2026-11-20T09:30:00.000Z`. */
export const time = (description: string) => timestampField().check(z.describe(description));

export const timeOrNull = (description: string) =>
  z.nullable(timestampField()).register(z.globalRegistry, { description });

export const choice = <const Values extends readonly string[]>(
  values: Values,
  description: string,
) => z.enum(values).register(z.globalRegistry, { description });

export const list = <Item extends z.core.$ZodType>(item: Item, description: string) =>
  z.array(item).register(z.globalRegistry, { description });
