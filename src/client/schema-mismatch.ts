import type { Operation } from '../contract/operation.ts';

/** Describes where a response does not match the operation's output; `undefined` if it matches. */
export function schemaMismatch(operation: Operation, body: unknown): string | undefined {
  const paths = mismatchPaths(operation, body).slice(0, 5);
  if (paths.length === 0) return undefined;
  return `the response to ${operation.name} does not match its schema: ${paths.join(', ')}`;
}

function mismatchPaths({ output }: Operation, body: unknown): string[] {
  try {
    const { error } = output.safeParse(body);
    return error?.issues.map(({ path }) => path.join('.') || 'the whole response') ?? [];
  } catch (error) {
    // zod passes its issues as arguments: 100,000 of them overflow the stack.
    if (error instanceof RangeError) return ['too many places to list'];
    throw error;
  }
}
