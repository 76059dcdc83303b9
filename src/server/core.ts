import { setMaxListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import type { NewsInput } from '../generated/fixture.ts';
import { errorMessage } from '../node/error-message.ts';
import { FairPlaces } from '../node/fair-places.ts';
import { operatorAgent } from './agent/operator-agent.ts';
import { CleanupSteps } from './cleanup-steps.ts';
import { RealClock } from './clock.ts';
import type { CoreOptions } from './core-options.ts';
import { countAttempt } from './delivery/count-attempt.ts';
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
import { sweep } from './domain/retention/sweep.ts';
import { readFirst, Scheduler } from './domain/scheduler.ts';
import { createService, type Service } from './domain/service.ts';
import { guardedFetch } from './egress/guarded-fetch.ts';
import { feedPlaces } from './feeds/feed-places.ts';
import type { ImportSummary } from './feeds/import-news.ts';
import { sourceLimits } from './feeds/limits.ts';
import { lazyListener } from './lazy-listener.ts';
import { SharedCounters } from './limits/shared-counters.ts';
import { NewsIntake } from './news-intake.ts';
import type { AddItemsOptions } from './server-options.ts';
import { limitCalls } from './surfaces/shared/limit-calls.ts';
import { recordAttempt } from './testing/delivery-attempt.ts';
import { withFaults } from './testing/faults.ts';

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
  const { store, clock, log, metrics, tracing, resolver, destinations, retention } = options;
  const { faults, attempts } = options;
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
    tracing,
    onAttempt: (claim, attempt) => {
      countAttempt(metrics, attempt.outcome);
      recordAttempt(attempts, claim, attempt);
    },
    // Other clocks are those of tests, whose retries should have predictable times.
    ...(clock instanceof RealClock ? {} : { random: () => 0.5 }),
  });
  const usage = new UsageMeter(store, (error) => {
    log('warn', 'usage not stored', { reason: errorMessage(error) });
  });
  const briefings = new Scheduler({
    name: 'briefing',
    schedule: readFirst(store.briefings),
    clock,
    log,
    run: (due) =>
      tracing.span(
        () => ({ name: 'briefing' }),
        async () => {
          await intake.readFiles();
          await makeDueBriefing(context, due);
        },
      ),
  });
  const intake = new NewsIntake({ ...options, stopping: stoppingRuns.signal });
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
    matcher: intake,
    agent: operatorAgent(options, store, clock, metrics),
    stopping: stoppingRuns.signal,
    log,
    metrics,
    tracing,
    retention,
    quotas: options.quotas,
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
    run: (due) =>
      tracing.span(
        () => ({ name: 'sweep' }),
        () => sweep(context, due),
      ),
  });
  const schedulers = [runs, briefings, sweeps];
  const signIn = createSignIn(context);
  const service = withFaults(readingFirst(createService(context), intake), faults, {
    pricingUrl: options.pricingUrl,
    stopping: stoppingRequests.signal,
  });
  const counters = new SharedCounters({
    store: store.rateLimits,
    now: () => clock.realNow(),
    log,
  });
  const surfaces = {
    ...options,
    counters,
    service: limitCalls(service, options.metrics),
    dispatcher,
    signIn,
    fetchSource: context.fetchSource,
    stopping: stoppingRequests.signal,
  };
  const loading = lazyListener(
    async () => (await import('./surfaces/listener.ts')).createListener(surfaces),
    (error) => log('error', 'request listener not loaded', { reason: errorMessage(error) }),
  );

  for (const scheduler of schedulers) scheduler.wake();
  dispatcher.wake();
  intake.start();

  return {
    listener: loading.listener,
    signIn,
    addNews: (items, options) => intake.add(items, options),
    async settled() {
      await intake.idle();
      await intake.match();
      for (const scheduler of schedulers) await scheduler.idle();
      await dispatcher.idle();
    },
    async ended() {
      await intake.idle();
      for (const scheduler of schedulers) await scheduler.ended();
      await dispatcher.ended();
    },
    async nextDue() {
      const times = await Promise.all([
        ...[store.monitors, store.briefings, store.retention, store.outbox].map((each) =>
          each.nextDue(),
        ),
        intake.nextDue(),
      ]);
      const planned = times.filter((time) => time !== undefined);
      return planned.length === 0 ? undefined : Math.min(...planned);
    },
    flush: () => usage.flush(),
    async stop(endRequests) {
      const stopped = new ApiError('unavailable', 'the server is stopping');
      const steps = new CleanupSteps();
      steps.add(() => intake.stopMatching());
      steps.add(() => usage.flush());
      steps.add(() => counters.stop());
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
      steps.add(() => intake.stopReading());
      await steps.run();
    },
  };
}

/** A service that reads the lines that were added to files before it searches or lists news. */
function readingFirst(service: Service, intake: NewsIntake): Service {
  return {
    ...service,
    async call(operation, ...rest) {
      if (operation.name.startsWith('news.')) await intake.readFiles();
      return service.call(operation, ...rest);
    },
  };
}
