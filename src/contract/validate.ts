import type * as z from 'zod/mini';
import type { Issue } from './errors.ts';
import type { Operation } from './operation.ts';

export type Validated = { input: Record<string, unknown> } | { issues: Issue[] };

/** Maximum number of issues to report. */
const maxIssues = 20;

/** Validates an operation's input. Each issue names the field that it concerns. */
export function validate(operation: Operation, input: unknown): Validated {
  const result = operation.input.safeParse(input);
  if (result.success) return { input: result.data };
  const issues = result.error.issues.flatMap((issue) => describe(issue, operation, input));
  return { issues: issues.slice(0, maxIssues) };
}

function describe(issue: z.core.$ZodIssue, operation: Operation, input: unknown): Issue[] {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(operation.input.def.shape);
    const message = `is unknown; known fields: ${known.join(', ') || 'none'}`;
    return issue.keys.map((field) => ({ field, message }));
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
