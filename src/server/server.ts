import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { version } from '../../package.json';
import { checkOptions } from '../contract/check-options.ts';
import { once } from '../contract/once.ts';
import { errorMessage } from '../node/error-message.ts';
import { drain, listen, originOf } from '../node/http-server.ts';
import { silentLog } from '../node/log.ts';
import { parseUrl } from '../node/parse-url.ts';
import { CleanupSteps } from './cleanup-steps.ts';
import { type Clock, RealClock, realClock } from './clock.ts';
import { ClockSync } from './clock-sync.ts';
import { type Core, startCore } from './core.ts';
import { accountAdmin } from './domain/accounts/account-admin.ts';
import { accountOfKey, createDefaultApiKey } from './domain/accounts/default-account.ts';
import { hashSecret } from './domain/accounts/secret.ts';
import { parseRetention } from './domain/retention/retention.ts';
import { HostResolver } from './egress/host-resolver.ts';
import { filePositions } from './feeds/news-files.ts';
import { fillStore } from './fill-store.ts';
import { startMetrics } from './metrics/start-metrics.ts';
import { Readiness } from './readiness.ts';
import { RequestGate } from './request-gate.ts';
import { serverOptionTypes } from './server-option-types.ts';
import type { RunningServer, ServerOptions } from './server-options.ts';
import { assertServerParts } from './server-parts.ts';
import { ServerState } from './server-state.ts';
import { startingListener } from './starting-listener.ts';
import { openStore } from './store/open-store.ts';
import { SecretBox } from './store/secret-box.ts';
import type { AccountRecord, Store } from './store/store.ts';
import { StoreCheck } from './store-check.ts';
import { createGuardedServer } from './surfaces/guarded-server.ts';
import { allowedHostsOf } from './surfaces/mcp/allowed-hosts.ts';
import { BodyBudget } from './surfaces/shared/body-budget.ts';
import { ClientAddresses } from './surfaces/shared/client-addresses.ts';
import { Rejections } from './surfaces/shared/rejections.ts';
import { Faults } from './testing/faults.ts';
import { checkFixture, parseFixture } from './testing/fixture/fixture.ts';
import type { Fixture } from './testing/fixture/fixture-schema.ts';
import { fixtureSecrets } from './testing/fixture/fixture-secrets.ts';
import { createJournals } from './testing/journals.ts';
import { exchangesOf } from './testing/new-exchange.ts';
import { startTracing } from './tracing/start-tracing.ts';

/**
 * Starts the reference server. It listens at once, and responds with 503 until it is ready: then the
 * promise resolves.
 *
 * @throws {MissingPartsError} if optional dependencies of the server are not installed
 * @throws {FixtureError} if the fixture is not valid
 * @throws {StoreUnavailable} if the data folder or the database cannot be used
 * @throws {FeedError} if one of `news` cannot be read
 * @throws {FaultError} if `latency` or one of the `faults` is not valid
 * @throws {SecretKeyError} if one of the `secretKeys` is not valid
 * @throws {AdminError} `conflict` if `newKey` is set and the first account is disabled
 * @throws {RetentionError} if `retain` is not valid
 * @throws {TypeError} if an option is unknown or has another type, `publicUrl` is not an origin, or one of
 *   `trustedProxies` is not an address
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  checkOptions('startServer()', options, serverOptionTypes);
  assertServerParts(options);
  const { clock = realClock(), log = silentLog } = options;
  const destinations = { allowPrivate: options.allowPrivateWebhooks === true };
  const resolver = new HostResolver({ servers: options.dnsServers });
  const fixture = options.fixture === undefined ? undefined : parseFixture(options.fixture);
  if (fixture) checkFixture(fixture, clock.now(), destinations, options.fixture);
  const faults = new Faults(options);
  const journals = createJournals(options.journal);
  const retention = parseRetention(options.retain);
  assertOrigin(options.publicUrl);
  const addresses = new ClientAddresses(options.trustedProxies ?? [], log);

  const cleanup = new CleanupSteps();
  try {
    const readiness = new Readiness();
    const { metrics, ...scraped } = await startMetrics(options.metrics, { log, ref: options.ref });
    cleanup.add(scraped.close);
    const tracing = await startTracing(log);
    cleanup.add(() => tracing.close());
    const bodies = new BodyBudget(addresses, undefined, metrics);
    const gate = new RequestGate(startingListener(readiness));
    const server = createGuardedServer(
      addresses,
      (request, response) => {
        if (readiness.isDraining) response.setHeader('connection', 'close');
        gate.listener(request, response);
      },
      bodies,
      new Rejections({ metrics, log }),
    );
    await listen(server, options);
    const stopListening = once(() => drain(server));
    cleanup.add(stopListening);
    const baseUrl = options.publicUrl ?? originOf(server);

    const data = options.data ?? ':memory:';
    const { location, erasureFailure, store } = await openStore({ ...options, data });
    let state: ServerState | undefined;
    cleanup.add(() => (state?.store ?? store).close());
    if (erasureFailure) log('warn', 'deleted text not erased', { reason: erasureFailure.message });
    const { databaseTime } = store;
    // Only tests set other clocks.
    const clockSync =
      clock instanceof RealClock ? await ClockSync.start({ clock, databaseTime, log }) : undefined;
    cleanup.add(async () => clockSync?.stop());
    const newsPositions = await filePositions(options.news);
    const imported = await fillStore(store, { ...options, fixture }, resolver, clock, log);

    // Only after the server listens: a key is shown once and would be lost if the start failed.
    const fixtureKey = options.newKey ? undefined : await firstValidKey(store, fixture);
    const key =
      fixtureKey ?? (await createDefaultApiKey(store, clock, { another: options.newKey === true }));

    const { address } = server.address() as AddressInfo;
    const { host = address, allowedHosts = [], overrideGlobals = false } = options;
    const storedSecrets = new SecretBox(options.secretKeys).encrypts ? 'encrypted' : 'plain';
    const secrets = [...(fixture ? fixtureSecrets(fixture) : []), ...(key ? [key] : [])];
    const coreOptions = {
      ...options,
      clock,
      log,
      metrics,
      tracing,
      resolver,
      destinations,
      retention,
      newsPositions,
      faults,
      attempts: journals.deliveryAttempts,
      newExchange: exchangesOf(journals.requests, faults, secrets, clock),
      baseUrl,
      pricingUrl: options.pricingUrl ?? `${baseUrl}/pricing`,
      readiness,
      overrideGlobals,
      addresses,
      bodies,
      allowedHosts: allowedHostsOf(address, [host, new URL(baseUrl).hostname, ...allowedHosts]),
    };
    const start = (current: Store): Core => {
      const core = startCore({ ...coreOptions, store: current });
      scraped.watch(current, () => clock.now());
      const storeCheck = new StoreCheck(current, log);
      const checks = [() => storeCheck.problems(), async () => clockSync?.problems() ?? []];
      readiness.start(checks, storedSecrets);
      gate.open(core.listener);
      return core;
    };
    const { secretKeys } = options;
    const running = new ServerState(store, {
      clock,
      gate,
      faults,
      journals,
      key,
      secretKeys,
      start,
    });
    state = running;
    log('info', 'server started', {
      version,
      address: originOf(server),
      base_url: baseUrl,
      store: storeKindOf(options),
    });
    cleanup.add(() => running.core.stop(stopListening));
    cleanup.add(async () => {
      readiness.drain();
      if (options.drainDelay) await pause(options.drainDelay);
    });
    const close = once(async () => {
      await running.close();
      await cleanup.run();
      log('info', 'server stopped');
    });
    return {
      baseUrl,
      ...(key ? { apiKey: key } : {}),
      data: location,
      ...scraped.served,
      secrets: storedSecrets,
      imported,
      requests: journals.requests,
      deliveryAttempts: journals.deliveryAttempts,
      faults,
      settingsUrl: () =>
        running.use(async ({ store, core }) => {
          const { id } = await firstAccount(store, clock, { fixture, key });
          await accountAdmin({ store, now: () => clock.now() }).assertEnabled(id);
          const { secret } = await core.signIn.newLink(id);
          return `${baseUrl}/sign-in?token=${secret}`;
        }),
      addNews: (...input) => running.use(({ core }) => core.addNews(...input)),
      preload: () =>
        import('./surfaces/mcp/endpoint.ts').then(
          () => {},
          (error: unknown) => {
            log('error', 'MCP library not loaded', { reason: errorMessage(error) });
          },
        ),
      settled: () => running.settled(),
      advance: (by) => running.advance(by),
      snapshot: () => running.snapshot(),
      restore: (snapshot) => running.restore(snapshot),
      close,
      [Symbol.asyncDispose]: close,
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

/** That of the fixture, also if its key has been revoked and `key` is that of another account. */
async function firstAccount(
  store: Store,
  clock: Clock,
  { fixture, key }: { fixture: Fixture | undefined; key: string | undefined },
): Promise<AccountRecord> {
  const accounts = fixture?.accounts ?? [];
  const first = accounts.find(({ keys }) => keys.length > 0) ?? accounts[0];
  const owner = first && (await store.accounts.get(first.id));
  return owner ?? accountOfKey(store, clock, key);
}

function storeKindOf({ data, database }: ServerOptions): 'postgresql' | 'sqlite' | 'memory' {
  if (database !== undefined) return 'postgresql';
  return data === undefined || data === ':memory:' ? 'memory' : 'sqlite';
}

function assertOrigin(text: string | undefined): void {
  if (text === undefined || parseUrl(text)?.origin === text) return;
  throw new TypeError(`publicUrl must be an origin such as https://news.example.com, not ${text}`);
}
