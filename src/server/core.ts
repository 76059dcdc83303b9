import { setMaxListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import type { NewsInput } from '../generated/fixture.ts';
import { errorMessage } from '../node/error-message.ts';
import { FairPlaces } from '../node/fair-places.ts';
import type { Log } from '../node/log.ts';
import { operatorAgent } from './agent/operator-agent.ts';
import { CleanupSteps } from './cleanup-steps.ts';
import { type Clock, RealClock } from './clock.ts';
import { DeliveryDispatcher } from './delivery/delivery-dispatcher.ts';
import { WebhookSender } from './delivery/webhook-sender.ts';
import { createSignIn, type SignIn } from './domain/accounts/sign-in.ts';
import { UsageMeter } from './domain/accounts/usage-meter.ts';
import { ApiError } from './domain/api-error.ts';
import { makeDueBriefing } from './domain/briefings/make-briefing.ts';
import type { Context } from './domain/context.ts';
import { nextTick } from './domain/monitors/next-tick.ts';
import { endQuietTicks } from './domain/monitors/quiet-ticks.ts';
import { runTick } from './domain/monitors/run.ts';
import type { Retention } from './domain/retention/retention.ts';
import { sweep } from './domain/retention/sweep.ts';
import { type Schedule, Scheduler } from './domain/scheduler.ts';
import { createService } from './domain/service.ts';
import type { DestinationPolicy } from './egress/destination-policy.ts';
import { guardedFetch, operatorFetch } from './egress/guarded-fetch.ts';
import type { HostResolver } from './egress/host-resolver.ts';
import { feedPlaces } from './feeds/feed-places.ts';
import { FeedPoller } from './feeds/feed-poller.ts';
import { importItems } from './feeds/import-items.ts';
import type { ImportSummary } from './feeds/import-news.ts';
import { sourceLimits } from './feeds/limits.ts';
import { lazyListener } from './lazy-listener.ts';
import { Matcher } from './matching/matcher.ts';
import type { Readiness } from './readiness.ts';
import type { AddItemsOptions, ServerOptions } from './server-options.ts';
import type { Store } from './store/store.ts';
import type { AllowedHosts } from './surfaces/mcp/allowed-hosts.ts';
import type { BodyBudget } from './surfaces/shared/body-budget.ts';
import type { ClientAddresses } from './surfaces/shared/client-addresses.ts';
import { limitCalls } from './surfaces/shared/limit-calls.ts';
import { type DeliveryAttempt, recordAttempt } from './testing/delivery-attempt.ts';
import { type Faults, withFaults } from './testing/faults.ts';
import { itemsToAdd } from './testing/items-to-add.ts';
import type { WritableJournal } from './testing/journal.ts';
import type { NewExchange } from './testing/new-exchange.ts';

export interface CoreOptions
  extends Pick<
    ServerOptions,
    'agent' | 'agentEnv' | 'agentRunsPerHour' | 'agentTimeLimit' | 'feeds'
  > {
  store: Store;
  clock: Clock;
  log: Log;
  resolver: HostResolver;
  destinations: DestinationPolicy;
  retention: Retention;
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
}

/** Everything between the listening socket and the store. */
export interface Core {
  listener: RequestListener;
  signIn: SignIn;
  addNews(items: readonly NewsInput[], options?: AddItemsOptions): Promise<ImportSummary>;
  /** Resolves when all news is matched, and all work that is due now has ended. */
  settled(): Promise<void>;
  /** Resolves when no work is active. */
  ended(): Promise<void>;
  /** When work is due next, in milliseconds since the epoch; `undefined` if none is planned. */
  nextDue(): Promise<number | undefined>;
  /** Stores the counts that are still in memory. */
  flush(): Promise<void>;
  /**
   * Stops all work, and resolves when nothing uses the store any more.
   *
   * @param endRequests resolves when all requests have ended
   */
  stop(endRequests: () => Promise<void>): Promise<void>;
}

/** Starts the schedulers and the dispatcher of a store, and creates the request listener. */
export function startCore(options: CoreOptions): Core {
  const { store, clock, log, resolver, destinations, retention, faults, attempts } = options;
  const stoppingRuns = new AbortController();
  // Each request that waits listens for it.
  setMaxListeners(0, stoppingRuns.signal);
  const stoppingRequests = new AbortController();
  setMaxListeners(0, stoppingRequests.signal);

  const sender = new WebhookSender({ ...destinations, resolver, now: () => clock.realNow() });
  const dispatcher = new DeliveryDispatcher({
    outbox: store.outbox,
    sender,
    clock,
    log,
    onAttempt: (claim, attempt) => recordAttempt(attempts, claim, attempt),
    // Other clocks are those of tests, whose retries should have predictable times.
    ...(clock instanceof RealClock ? {} : { random: () => 0.5 }),
  });
  const usage = new UsageMeter(store.usage, (error) => {
    log('warn', 'usage not stored', { reason: errorMessage(error) });
  });
  const briefings = new Scheduler({
    name: 'briefing',
    schedule: readFirst(store.briefings),
    clock,
    log,
    run: (due) => makeDueBriefing(context, due),
  });
  const matcher = new Matcher(store, log);
  const context: Context = {
    store,
    clock,
    usage,
    dispatcher,
    briefings,
    destinations,
    fetchSource: guardedFetch(destinations, resolver),
    sourcePlaces: new FairPlaces({
      total: sourceLimits.maxRunning,
      perGroup: sourceLimits.maxRunningPerGroup,
    }),
    feedPlaces: feedPlaces({ largeBodies: sourceLimits.maxLargeBodies }),
    leavingPlace: (work) => work(),
    matcher,
    agent: operatorAgent(options, store, clock),
    stopping: stoppingRuns.signal,
    log,
    retention,
    pricingUrl: options.pricingUrl,
  };
  const runs = new Scheduler({
    name: 'run',
    schedule: readFirst(store.monitors),
    clock,
    log,
    endQuiet: () => endQuietTicks(context),
    run: (monitor, leavingPlace) =>
      runTick({ ...context, leavingPlace }, monitor, nextTick(monitor, clock.now())),
  });
  const sweeps = new Scheduler({
    name: 'sweep',
    schedule: readFirst(store.retention),
    clock,
    log,
    run: (due) => sweep(context, due),
  });
  const schedulers = [runs, briefings, sweeps];
  const signIn = createSignIn(context);
  const service = withFaults(createService(context), faults, {
    pricingUrl: options.pricingUrl,
    stopping: stoppingRequests.signal,
  });
  const surfaces = {
    ...options,
    service: limitCalls(service),
    signIn,
    stopping: stoppingRequests.signal,
  };
  const loading = lazyListener(
    async () => (await import('./surfaces/listener.ts')).createListener(surfaces),
    (error) => log('error', 'request listener not loaded', { reason: errorMessage(error) }),
  );

  const matchNews = () => {
    void matcher.match().catch((error: unknown) => {
      if (!stoppingRuns.signal.aborted)
        log('error', 'news not matched', { reason: errorMessage(error) });
    });
  };
  for (const scheduler of schedulers) scheduler.wake();
  dispatcher.wake();
  matchNews();
  const poller = options.feeds?.length
    ? new FeedPoller(store.news, {
        locations: options.feeds,
        clock,
        log,
        onChange: matchNews,
        newFetch: () => operatorFetch(resolver),
      })
    : undefined;

  return {
    listener: loading.listener,
    signIn,
    async addNews(items, options = {}) {
      const news = itemsToAdd(items, options, clock.now());
      const summary = await importItems(store.news, news, () => clock.now());
      await matcher.match();
      return summary;
    },
    async settled() {
      await poller?.idle();
      await matcher.match();
      for (const scheduler of schedulers) await scheduler.idle();
      await dispatcher.idle();
    },
    async ended() {
      await poller?.idle();
      for (const scheduler of schedulers) await scheduler.ended();
      await dispatcher.ended();
    },
    async nextDue() {
      const times = await Promise.all([
        ...[store.monitors, store.briefings, store.retention, store.outbox].map((each) =>
          each.nextDue(),
        ),
        poller?.nextDue(),
      ]);
      const planned = times.filter((time) => time !== undefined);
      return planned.length === 0 ? undefined : Math.min(...planned);
    },
    flush: () => usage.flush(),
    async stop(endRequests) {
      const stopped = new ApiError('unavailable', 'the server is stopping');
      const steps = new CleanupSteps();
      steps.add(() => matcher.stop());
      steps.add(() => usage.flush());
      steps.add(async () => {
        await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
      });
      steps.add(async () => {
        stoppingRuns.abort(stopped);
      });
      steps.add(async () => {
        stoppingRequests.abort(stopped);
        await Promise.all([dispatcher.stop(), endRequests()]);
      });
      steps.add(loading.settled);
      steps.add(async () => poller?.stop());
      await steps.run();
    },
  };
}

/** A schedule that reads whether work is due before it claims it: a claim is a write. */
function readFirst<Due extends { id: string }>(schedule: Schedule<Due>): Schedule<Due> {
  return {
    nextDue: () => schedule.nextDue(),
    async claimDue(now, leaseUntil, limit) {
      const next = await schedule.nextDue();
      return next === undefined || next > now ? [] : schedule.claimDue(now, leaseUntil, limit);
    },
  };
}
