import type * as z from 'zod/mini';
import type { Operation, OutputOf } from '../../contract/operation.ts';
import type { FairPlaces } from '../../node/fair-places.ts';
import type { Log } from '../../node/log.ts';
import type { QuotaSettings } from '../../node/quotas.ts';
import type { TraceContext } from '../../node/trace-context.ts';
import type { WorkSlices } from '../../node/work-slices.ts';
import type { Agent } from '../agent/agent.ts';
import type { Clock } from '../clock.ts';
import type { DeliveryDispatcher } from '../delivery/delivery-dispatcher.ts';
import type { DestinationPolicy } from '../egress/destination-policy.ts';
import type { SourceFetch } from '../egress/guarded-fetch.ts';
import type { FeedPlaces } from '../feeds/feed-places.ts';
import type { Matcher } from '../matching/matcher.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { AccountRecord, DueBriefing, Store } from '../store/store.ts';
import type { Exchange } from '../testing/exchange.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { UsageMeter } from './accounts/usage-meter.ts';
import type { Retention } from './retention/retention.ts';
import type { LeavePlace, Scheduler } from './scheduler.ts';
import type { Serialized } from './serialized.ts';

/** The dependencies of the operations. */
export interface Context {
  store: Store;
  clock: Clock;
  usage: UsageMeter;
  dispatcher: Pick<DeliveryDispatcher, 'wake' | 'waitForAttempts'>;
  briefings: Pick<Scheduler<DueBriefing>, 'wake'>;
  destinations: DestinationPolicy;
  /** Requests a monitor's own feeds, limited to {@link destinations}. */
  fetchSource: SourceFetch;
  /** Places to read monitors' own feeds, by account and by host. */
  sourcePlaces: FairPlaces;
  /** Places for their large bodies and for the threads that parse them, by account. */
  feedPlaces: FeedPlaces;
  /** Runs work that waits for others without the place of a scheduled run. */
  leavingPlace: LeavePlace;
  /** Matches arrivals with monitors. */
  matcher: Pick<Matcher, 'match'>;
  /** Runs agentic monitors, if the operator configured one. */
  agent?: Agent | undefined;
  /** Aborts runs in progress when the server stops; they are not stored. */
  stopping: AbortSignal;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  /** How long records are kept. */
  retention: Retention;
  /** The quotas of accounts that differ from the defaults. */
  quotas?: QuotaSettings | undefined;
  /** URL of the page where users choose a plan. */
  pricingUrl: string;
}

/** The authenticated account behind a request. */
export interface Principal {
  account: AccountRecord;
  /** The request, if requests are recorded or have faults. */
  exchange?: Exchange | undefined;
  /** The trace of the request. */
  trace?: TraceContext | undefined;
}

/** The principal of a key or token. */
export interface AuthenticatedPrincipal extends Principal {
  /** Identifies the API key, or the grant of the assistant, for rate limits. */
  credential: string;
}

/**
 * One handler for each operation of a tree, in a tree of the same shape. Long computations are done
 * in slices of `work`, which stop when the client has left.
 */
export type Handlers<Tree> = {
  [Key in keyof Tree]: Tree[Key] extends Operation
    ? (
        input: z.output<Tree[Key]['input']>,
        principal: Principal,
        work: WorkSlices,
      ) => Promise<OutputOf<Tree[Key]> | Serialized<OutputOf<Tree[Key]>>>
    : Handlers<Tree[Key]>;
};
