import type { Log } from '../node/log.ts';
import type { Clock } from './clock.ts';
import type { Retention } from './domain/retention/retention.ts';
import type { DestinationPolicy } from './egress/destination-policy.ts';
import type { HostResolver } from './egress/host-resolver.ts';
import type { FilePosition } from './feeds/news-files.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Readiness } from './readiness.ts';
import type { ServerOptions } from './server-options.ts';
import type { Store } from './store/store.ts';
import type { AllowedHosts } from './surfaces/mcp/allowed-hosts.ts';
import type { BodyBudget } from './surfaces/shared/body-budget.ts';
import type { ClientAddresses } from './surfaces/shared/client-addresses.ts';
import type { DeliveryAttempt } from './testing/delivery-attempt.ts';
import type { Faults } from './testing/faults.ts';
import type { WritableJournal } from './testing/journal.ts';
import type { NewExchange } from './testing/new-exchange.ts';
import type { Tracing } from './tracing/tracing.ts';

/** What a core is made of: the store, the options of the server, and what it has started before. */
export interface CoreOptions
  extends Pick<
    ServerOptions,
    | 'agent'
    | 'agentEnv'
    | 'agentRunsPerHour'
    | 'agentTimeLimit'
    | 'feeds'
    | 'feedInterval'
    | 'quotas'
    | 'rateLimits'
  > {
  store: Store;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  resolver: HostResolver;
  destinations: DestinationPolicy;
  retention: Retention;
  /** How far the files of news are read. */
  newsPositions: readonly FilePosition[];
  faults: Faults;
  newExchange: NewExchange;
  attempts: WritableJournal<DeliveryAttempt>;
  /** The server's public origin. */
  baseUrl: string;
  pricingUrl: string;
  readiness: Readiness;
  overrideGlobals: boolean;
  addresses: ClientAddresses;
  bodies: BodyBudget;
  allowedHosts: AllowedHosts;
  allowedRedirects?: readonly string[] | undefined;
  clientDocuments?: boolean | undefined;
}
