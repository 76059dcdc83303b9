import type { Statement } from './statement.ts';
import { overview } from './statements/1-overview.ts';

/** All statements, in the order of docs/service.md. */
export const statements: readonly Statement[] = [...overview];
