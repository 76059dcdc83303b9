import { setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { once } from '../contract/once.ts';
import { errorMessage } from '../node/error-message.ts';
import { FairPlaces } from '../node/fair-places.ts';
import { drain, listen, originOf } from '../node/http-server.ts';
import { silentLog } from '../node/log.ts';
import { parseUrl } from '../node/parse-url.ts';
import { operatorAgent } from './agent/operator-agent.ts';
import { CleanupSteps } from './cleanup-steps.ts';
import { RealClock, realClock } from './clock.ts';
import { ClockSync } from './clock-sync.ts';
import { DeliveryDispatcher } from './delivery/delivery-dispatcher.ts';
import { WebhookSender } from './delivery/webhook-sender.ts';
import { createDefaultApiKey, ensureDefaultAccount } from './domain/accounts/default-account.ts';
import { hashSecret } from './domain/accounts/secret.ts';
import { createSignIn } from './domain/accounts/sign-in.ts';
import { UsageMeter } from './domain/accounts/usage-meter.ts';
import { ApiError } from './domain/api-error.ts';
import { makeDueBriefing } from './domain/briefings/make-briefing.ts';
import type { Context } from './domain/context.ts';
import { nextTick } from './domain/monitors/next-tick.ts';
import { endQuietTicks } from './domain/monitors/quiet-ticks.ts';
import { runTick } from './domain/monitors/run.ts';
import { parseRetention } from './domain/retention/retention.ts';
import { sweep } from './domain/retention/sweep.ts';
import { Scheduler } from './domain/scheduler.ts';
import { createService } from './domain/service.ts';
import { guardedFetch, operatorFetch } from './egress/guarded-fetch.ts';
import { HostResolver } from './egress/host-resolver.ts';
import { feedPlaces } from './feeds/feed-places.ts';
import { FeedPoller } from './feeds/feed-poller.ts';
import { importItems } from './feeds/import-items.ts';
import { sourceLimits } from './feeds/limits.ts';
import { fillStore } from './fill-store.ts';
import { lazyListener } from './lazy-listener.ts';
import { Matcher } from './matching/matcher.ts';
import { Readiness } from './readiness.ts';
import type { RunningServer, ServerOptions } from './server-options.ts';
import { startingListener } from './starting-listener.ts';
import { openStore } from './store/open-store.ts';
import { SecretBox } from './store/secret-box.ts';
import type { Store } from './store/store.ts';
import { StoreCheck } from './store-check.ts';
import { createGuardedServer } from './surfaces/guarded-server.ts';
import { allowedHostsOf } from './surfaces/mcp/allowed-hosts.ts';
import { BodyBudget } from './surfaces/shared/body-budget.ts';
import { ClientAddresses } from './surfaces/shared/client-addresses.ts';
import { limitCalls } from './surfaces/shared/limit-calls.ts';
import { parseFaults, withFaults } from './testing/faults.ts';
import { checkFixture, parseFixture } from './testing/fixture/fixture.ts';
import type { Fixture } from './testing/fixture/fixture-schema.ts';

/**
 * Starts the reference server. It listens at once, and responds with 503 until it is ready: then the
 * promise resolves.
 *
 * @throws {FixtureError} if the fixture is not valid
 * @throws {StoreUnavailable} if the data folder or the database cannot be used
 * @throws {FeedError} if one of `news` cannot be read
 * @throws {FaultError} if `latency` or one of the `faults` is not valid
 * @throws {SecretKeyError} if one of the `secretKeys` is not valid
 * @throws {RetentionError} if `retain` is not valid
 * @throws {TypeError} if `publicUrl` is not an origin, or one of `trustedProxies` no address
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { clock = realClock(), log = silentLog } = options;
  const destinations = { allowPrivate: options.allowPrivateWebhooks === true };
  const resolver = new HostResolver({ servers: options.dnsServers });
  const fixture = options.fixture && parseFixture(options.fixture);
  if (fixture) checkFixture(fixture, clock.now(), destinations);
  const faults = parseFaults(options);
  const retention = parseRetention(options.retain);
  assertOrigin(options.publicUrl);
  const addresses = new ClientAddresses(options.trustedProxies ?? [], log);

  const cleanup = new CleanupSteps();
  try {
    const readiness = new Readiness();
    const bodies = new BodyBudget(addresses);
    let listener = startingListener(readiness);
    const server = createGuardedServer(
      addresses,
      (request, response) => {
        if (readiness.isDraining) response.setHeader('connection', 'close');
        listener(request, response);
      },
      bodies,
    );
    await listen(server, options);
    const stopListening = once(() => drain(server));
    cleanup.add(stopListening);
    const baseUrl = options.publicUrl ?? originOf(server);

    const data = options.data ?? ':memory:';
    const { store, location, erasureFailure } = await openStore({ ...options, data });
    cleanup.add(() => store.close());
    if (erasureFailure) log('warn', 'deleted text not erased', { reason: erasureFailure.message });
    const { databaseTime } = store;
    // Only tests set other clocks.
    const clockSync =
      clock instanceof RealClock ? await ClockSync.start({ clock, databaseTime, log }) : undefined;
    cleanup.add(async () => clockSync?.stop());
    const imported = await fillStore(store, { ...options, fixture }, resolver, clock, log);

    const sender = new WebhookSender({
      ...destinations,
      resolver,
      now: () => clock.realNow(),
    });
    const dispatcher = new DeliveryDispatcher({ outbox: store.outbox, sender, clock, log });
    const usage = new UsageMeter(store.usage, (error) => {
      log('warn', 'usage not stored', { reason: errorMessage(error) });
    });
    const stoppingRuns = new AbortController();
    // Each request that waits listens for it.
    setMaxListeners(0, stoppingRuns.signal);
    const briefings = new Scheduler({
      name: 'briefing',
      schedule: store.briefings,
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
      pricingUrl: options.pricingUrl ?? `${baseUrl}/pricing`,
    };
    const runs = new Scheduler({
      name: 'run',
      schedule: store.monitors,
      clock,
      log,
      endQuiet: () => endQuietTicks(context),
      run: (monitor, leavingPlace) =>
        runTick({ ...context, leavingPlace }, monitor, nextTick(monitor, clock.now())),
    });
    const sweeps = new Scheduler({
      name: 'sweep',
      schedule: store.retention,
      clock,
      log,
      run: (due) => sweep(context, due),
    });
    const schedulers = [runs, briefings, sweeps];
    const stoppingRequests = new AbortController();
    cleanup.add(() => matcher.stop());
    cleanup.add(() => usage.flush());
    cleanup.add(async () => {
      await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
    });
    cleanup.add(async () => {
      stoppingRuns.abort(new ApiError('unavailable', 'the server is stopping'));
    });
    cleanup.add(async () => {
      stoppingRequests.abort();
      await Promise.all([dispatcher.stop(), stopListening()]);
    });

    // Only after the server listens: a key is shown once and would be lost if the start failed.
    const fixtureKey = options.newKey ? undefined : await firstValidKey(store, fixture);
    const key =
      fixtureKey ?? (await createDefaultApiKey(store, clock, { another: options.newKey === true }));

    const { address } = server.address() as AddressInfo;
    const { host = address, allowedHosts = [], overrideGlobals = false } = options;
    const signIn = createSignIn(context);
    const surfaces = {
      baseUrl,
      service: limitCalls(withFaults(createService(context), faults, context)),
      signIn,
      store,
      clock,
      log,
      readiness,
      overrideGlobals,
      addresses,
      bodies,
      allowedHosts: allowedHostsOf(address, [host, new URL(baseUrl).hostname, ...allowedHosts]),
      stopping: stoppingRequests.signal,
    };
    await preload(options);
    const loading = lazyListener(
      async () => (await import('./surfaces/listener.ts')).createListener(surfaces),
      (error) => log('error', 'request listener not loaded', { reason: errorMessage(error) }),
    );
    cleanup.add(loading.settled);
    listener = loading.listener;
    const secrets = new SecretBox(options.secretKeys).encrypts ? 'encrypted' : 'plain';
    const storeCheck = new StoreCheck(store, log);
    const checks = [() => storeCheck.problems(), async () => clockSync?.problems() ?? []];
    readiness.start(checks, secrets);
    cleanup.add(async () => {
      readiness.drain();
      await pause(options.drainDelay ?? 0);
    });

    const matchNews = () => {
      void matcher.match().catch((error: unknown) => {
        if (!stoppingRuns.signal.aborted)
          log('error', 'news not matched', { reason: errorMessage(error) });
      });
    };
    for (const scheduler of schedulers) scheduler.wake();
    dispatcher.wake();
    matchNews();
    if (options.feeds?.length) {
      const poller = new FeedPoller(store.news, {
        locations: options.feeds,
        clock,
        log,
        onChange: matchNews,
        newFetch: () => operatorFetch(resolver),
      });
      cleanup.add(() => poller.stop());
    }
    return {
      baseUrl,
      ...(key ? { apiKey: key } : {}),
      data: location,
      secrets,
      imported,
      async settingsUrl() {
        const accounts = fixture?.accounts ?? [];
        const account = accounts.find(({ keys }) => keys.length > 0) ?? accounts[0];
        const { id } = account ?? (await ensureDefaultAccount(store, clock));
        return `${baseUrl}/sign-in?token=${await signIn.newLink(id)}`;
      },
      async addNews(items) {
        const summary = await importItems(store.news, items, () => clock.now());
        await matcher.match();
        return summary;
      },
      async settled() {
        await matcher.match();
        for (const scheduler of schedulers) await scheduler.idle();
        await dispatcher.idle();
      },
      close: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** The first API key of a fixture that is not revoked. */
async function firstValidKey({ keys }: Store, fixture?: Fixture): Promise<string | undefined> {
  for (const key of fixture?.accounts.flatMap((account) => account.keys) ?? []) {
    if (await keys.holder(hashSecret(key))) return key;
  }
  return undefined;
}

function assertOrigin(text: string | undefined): void {
  if (text === undefined || parseUrl(text)?.origin === text) return;
  throw new TypeError(`publicUrl must be an origin such as https://news.example.com, not ${text}`);
}

/** Loads the code that the first requests would load. */
async function preload({ preload: isWanted }: ServerOptions): Promise<void> {
  if (isWanted)
    await Promise.all([import('./surfaces/listener.ts'), import('./surfaces/mcp/endpoint.ts')]);
}
