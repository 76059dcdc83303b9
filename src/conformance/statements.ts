import type { Statement } from './statement.ts';
import { overview } from './statements/1-overview.ts';
import { filters } from './statements/2-filters.ts';
import { profileStatements } from './statements/2-profile.ts';
import { resources } from './statements/2-resources.ts';
import { states } from './statements/3-states.ts';
import { formats } from './statements/4-formats.ts';
import { http } from './statements/4-http.ts';
import { pages } from './statements/4-pages.ts';
import { mcp } from './statements/5-mcp.ts';
import { commandLine } from './statements/6-command-line.ts';
import { authentication } from './statements/7-authentication.ts';
import { eventStatements } from './statements/8-events.ts';
import { errors } from './statements/9-errors.ts';
import { limits } from './statements/10-limits.ts';
import { versioning } from './statements/11-versioning.ts';

/** A main section of docs/service.md. */
export interface Section {
  readonly title: string;
  readonly statements: readonly Statement[];
}

/** The main sections, in the order of docs/service.md. */
export const sections: readonly Section[] = [
  { title: '1 Overview', statements: overview },
  { title: '2 Resources', statements: [...resources, ...filters, ...profileStatements] },
  { title: '3 States and transitions', statements: states },
  { title: '4 HTTP API', statements: [...http, ...formats, ...pages] },
  { title: '5 MCP', statements: mcp },
  { title: '6 Command line', statements: commandLine },
  { title: '7 Authentication', statements: authentication },
  { title: '8 Events', statements: eventStatements },
  { title: '9 Errors', statements: errors },
  { title: '10 Limits', statements: limits },
  { title: '11 Versioning', statements: versioning },
];

export const statements: readonly Statement[] = sections.flatMap((section) => section.statements);
