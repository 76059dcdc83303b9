import { createHash } from 'node:crypto';

/**
 * Identifies the schema that migration steps lead to, as a signed 32-bit integer. Comments and
 * whitespace do not count.
 */
export function schemaFingerprint(steps: readonly string[]): number {
  const statements = steps
    .join(';')
    .replace(/--[^\n]*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return createHash('sha256').update(statements).digest().readInt32BE(0);
}
