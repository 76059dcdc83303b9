import type { CheckedStatement, Statement } from './statement.ts';
import { surfaces } from './statements/1.1-surfaces.ts';
import { plans } from './statements/1.2-plans.ts';
import { helpers } from './statements/1.3-helpers.ts';
import { overview } from './statements/1-overview.ts';
import { newsItems } from './statements/2.1-news-items.ts';
import { monitorStatements } from './statements/2.2-monitors.ts';
import { runs } from './statements/2.3-runs.ts';
import { alertStatements } from './statements/2.4-alerts.ts';
import { connections } from './statements/2.5-connections.ts';
import { deliveries } from './statements/2.6-deliveries.ts';
import { accountStatements } from './statements/2.7-account.ts';
import { alertFilters } from './statements/2.8-alert-filters.ts';
import { profileStatements } from './statements/2.9-profile.ts';
import { runStates } from './statements/3.1-runs.ts';
import { deliveryStates } from './statements/3.2-deliveries.ts';
import { connectionStates } from './statements/3.3-connections.ts';
import { endpointStatements } from './statements/4.1-endpoints.ts';
import { extensions } from './statements/4.2-extensions.ts';
import { parameters } from './statements/4.3-parameters.ts';
import { pages } from './statements/4.4-pages.ts';
import { http } from './statements/4-http.ts';
import { mcp } from './statements/5-mcp.ts';
import { commandLine } from './statements/6-command-line.ts';
import { authentication } from './statements/7-authentication.ts';
import { eventKinds } from './statements/8.1-kinds.ts';
import { payload } from './statements/8.2-payload.ts';
import { signature } from './statements/8.3-signature.ts';
import { receiverRules } from './statements/8.4-receiver-rules.ts';
import { deliveryBehavior } from './statements/8.5-delivery-behavior.ts';
import { recovery } from './statements/8.6-recovery.ts';
import { eventStatements } from './statements/8-events.ts';
import { errors } from './statements/9-errors.ts';
import { limits } from './statements/10-limits.ts';
import { versioning } from './statements/11-versioning.ts';

/** A main section of docs/service.md. */
export interface Section {
  /** The number and the heading of the section: `8 Events`. */
  readonly title: string;
  /** The statements of the section, in order. */
  readonly statements: readonly Statement[];
}

const checkedSections: readonly (Section & { statements: readonly CheckedStatement[] })[] = [
  {
    title: '1 Overview',
    statements: [...overview, ...surfaces, ...plans, ...helpers],
  },
  {
    title: '2 Resources',
    statements: [
      ...newsItems,
      ...monitorStatements,
      ...runs,
      ...alertStatements,
      ...connections,
      ...deliveries,
      ...accountStatements,
      ...alertFilters,
      ...profileStatements,
    ],
  },
  {
    title: '3 States and transitions',
    statements: [...runStates, ...deliveryStates, ...connectionStates],
  },
  {
    title: '4 HTTP API',
    statements: [...http, ...endpointStatements, ...extensions, ...parameters, ...pages],
  },
  { title: '5 MCP', statements: mcp },
  { title: '6 Command line', statements: commandLine },
  { title: '7 Authentication', statements: authentication },
  {
    title: '8 Events',
    statements: [
      ...eventStatements,
      ...eventKinds,
      ...payload,
      ...signature,
      ...receiverRules,
      ...deliveryBehavior,
      ...recovery,
    ],
  },
  { title: '9 Errors', statements: errors },
  { title: '10 Limits', statements: limits },
  { title: '11 Versioning', statements: versioning },
];

/** The main sections, in the order of docs/service.md. */
export const sections: readonly Section[] = checkedSections;

/** All statements with their checks, in the order of docs/service.md. */
export const checkedStatements: readonly CheckedStatement[] = checkedSections.flatMap(
  (section) => section.statements,
);

/** All statements, in the order of docs/service.md. */
export const statements: readonly Statement[] = [...checkedStatements];
