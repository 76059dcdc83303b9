import type { Statement } from './statement.ts';
import { overview } from './statements/1-overview.ts';
import { resources } from './statements/2-resources.ts';
import { states } from './statements/3-states.ts';
import { http } from './statements/4-http.ts';
import { mcp } from './statements/5-mcp.ts';
import { commandLine } from './statements/6-command-line.ts';
import { authentication } from './statements/7-authentication.ts';
import { eventStatements } from './statements/8-events.ts';
import { errors } from './statements/9-errors.ts';
import { limits } from './statements/10-limits.ts';
import { versioning } from './statements/11-versioning.ts';

/** All statements, in the order of docs/service.md. */
export const statements: readonly Statement[] = [
  ...overview,
  ...resources,
  ...states,
  ...http,
  ...mcp,
  ...commandLine,
  ...authentication,
  ...eventStatements,
  ...errors,
  ...limits,
  ...versioning,
];
