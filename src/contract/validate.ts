import * as z from 'zod/mini';
import { didYouMean } from './did-you-mean.ts';
import type { Issue } from './errors.ts';
import { fieldsOf } from './field.ts';
import type { Operation } from './operation.ts';
import { shorten } from './shorten.ts';

export type Validated<Input = Record<string, unknown>> = { input: Input } | { issues: Issue[] };

/** Maximum number of issues to report. */
const maxIssues = 20;

/**
 * Validates an operation's input. `null` in an optional field means absent, unless the field gives
 * it its own meaning. Each issue names the field that it concerns.
 */
export function validate<Op extends Operation>(
  operation: Op,
  rawInput: unknown,
): Validated<z.output<Op['input']>> {
  const input = withoutNulls(operation, rawInput);
  const result = z.safeParse<Op['input']>(operation.input, input);
  if (result.success) return { input: result.data };
  const issues = result.error.issues.flatMap((issue) => describe(issue, operation, input));
  return { issues: issues.slice(0, maxIssues) };
}

function withoutNulls(operation: Operation, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  if (!Object.values(input).includes(null)) return input;
  const fields = fieldsOf(operation).filter(({ required, nullable }) => !required && !nullable);
  const names = new Set(fields.map(({ name }) => name));
  const entries = Object.entries(input).filter(
    ([name, value]) => value !== null || !names.has(name),
  );
  return Object.fromEntries(entries);
}

function describe(issue: z.core.$ZodIssue, operation: Operation, input: unknown): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(operation.input.def.shape);
    const names = known.join(', ') || 'none';
    return issue.keys.slice(0, maxIssues).map((field) => ({
      field: shorten(field),
      message: `is unknown${didYouMean(field, known)}; known fields: ${names}`,
    }));
  }
  const [field, item] = issue.path;
  if (field === undefined) return [{ field: '', message: 'must be a JSON object' }];
  const message = messageFor(issue, field, input);
  const place = typeof item === 'number' ? `item ${item + 1} ` : '';
  return [{ field: String(field), message: place + message }];
}

function messageFor(issue: z.core.$ZodIssue, field: PropertyKey, input: unknown): string {
  if ((input as Record<PropertyKey, unknown>)[field] === undefined) return 'is required';
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`;
  return issue.message;
}
