import type * as z from 'zod/mini';
import type { Issue } from './errors.ts';
import type { Operation } from './operation.ts';

export type Validated = { input: Record<string, unknown> } | { issues: Issue[] };

/** A caller that gets more wrong than this starts over anyway. */
const mostIssues = 20;

/** Checks an operation's input and says what is wrong with it, field by field. */
export function validate(operation: Operation, input: unknown): Validated {
  const result = operation.input.safeParse(input);
  if (result.success) return { input: result.data };
  const issues = result.error.issues.flatMap((issue) => describe(issue, operation, input));
  return { issues: issues.slice(0, mostIssues) };
}

function describe(issue: z.core.$ZodIssue, operation: Operation, input: unknown): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(operation.input.def.shape);
    const message = `is not known here; known: ${known.join(', ') || 'none'}`;
    return issue.keys.map((field) => ({ field, message }));
  }
  const [field] = issue.path;
  if (field === undefined) return [{ field: '', message: 'must be a JSON object' }];
  return [{ field: String(field), message: messageFor(issue, field, input) }];
}

function messageFor(issue: z.core.$ZodIssue, field: PropertyKey, input: unknown): string {
  if ((input as Record<PropertyKey, unknown>)[field] === undefined) return 'is required';
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`;
  return issue.message;
}
