import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drain, listen, originOf } from '../node/http-server.ts';
import { type Log, silentLog } from '../node/log.ts';
import { programAgent } from './agent/agent.ts';
import { type Clock, realClock } from './clock.ts';
import { DeliveryDispatcher } from './delivery/delivery-dispatcher.ts';
import { WebhookSender } from './delivery/webhook-sender.ts';
import {
  createDefaultApiKey,
  ensureDefaultAccount,
  ensureDefaultApiKey,
} from './domain/accounts/default-account.ts';
import { createSignIn } from './domain/accounts/sign-in.ts';
import { UsageMeter } from './domain/accounts/usage-meter.ts';
import { ApiError } from './domain/api-error.ts';
import type { Context } from './domain/context.ts';
import { runMonitor } from './domain/monitors/run.ts';
import { Scheduler } from './domain/monitors/scheduler.ts';
import { createService } from './domain/service.ts';
import { guardedFetch } from './egress/guarded-fetch.ts';
import { FeedPoller } from './feeds/feed-poller.ts';
import { importLocations } from './feeds/import/import-locations.ts';
import type { ImportSummary } from './feeds/import/import-news.ts';
import type { ImportProgress } from './feeds/read-news.ts';
import { lazyListener } from './lazy-listener.ts';
import { openStore, temporaryStore } from './store/open-store.ts';
import { allowedHostsOf } from './surfaces/mcp/allowed-hosts.ts';
import { type Fault, parseFaults, withFaults } from './testing/faults.ts';
import { type FixtureInput, parseFixture } from './testing/fixture.ts';
import { seedStore } from './testing/seed-store.ts';

export interface ServerOptions {
  /** The address to listen on; 127.0.0.1 unless given. */
  host?: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** The origin by which others reach the server, behind a proxy: `https://news.example.com`. */
  publicUrl?: string;
  /** Further names that the MCP surface may be addressed by, besides loopback and `host`. */
  allowedHosts?: readonly string[];
  /** The data folder, or `:memory:` (the default) to keep nothing. */
  data?: string;
  /**
   * The PostgreSQL database to keep everything in, in place of a data folder:
   * `postgres://user:password@host:port/database`. Any number of servers may share one.
   */
  database?: string;
  /** Connections to the database at the most; 10 unless given. */
  databaseConnections?: number;
  /** News to read before the server is ready: files or addresses, JSON Lines or feeds. */
  news?: readonly string[];
  /** Feeds to poll for as long as the server runs: files or addresses. */
  feeds?: readonly string[];
  /** A known state to start from. */
  fixture?: FixtureInput;
  /** Whether a further key is made for the first account: for one that was lost. */
  newKey?: boolean;
  /** Whether the bundled sample news is loaded; not unless asked for. */
  sample?: boolean;
  /**
   * The program that does agentic runs, and its arguments: it gets `{ monitor, candidates }` as JSON
   * on stdin and prints `{ results }`. Without it there are no agentic monitors.
   */
  agent?: readonly [string, ...string[]];
  /** Real milliseconds that the agent gets for a run; 60,000 unless given. */
  agentTimeLimit?: number;
  /**
   * Whether webhooks may go to http and to private addresses, and monitors' own feeds be there: for
   * tests, never for a server that others can reach.
   */
  allowPrivateWebhooks?: boolean;
  /** Errors that operations answer with in place of their work. */
  faults?: readonly Fault[];
  /** Real milliseconds that each operation takes before its work; 0 unless given. */
  latency?: number;
  /**
   * Replaces the global `Request` and `Response` by faster ones, which the responses of a server are
   * written from without a stream (default: no). For a process that does nothing but serve.
   */
  overrideGlobals?: boolean;
  clock?: Clock;
  log?: Log;
  /** Breaks the start off; nothing is left running. */
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
}

export interface RunningServer {
  base_url: string;
  /** Only where the server has just made one, or the fixture names one. */
  api_key?: string;
  /** The data folder, or the database's address without its password. */
  data: string;
  /** Makes a link that signs a human in to the settings: it works once, for an hour. */
  settingsUrl(): Promise<string>;
  /** What came of each source in `news`. */
  imported: readonly ImportSummary[];
  /** Resolves when every run and every attempt that is due at this moment has ended. */
  settled(): Promise<void>;
  /** Takes no new request, lets those in flight end, and closes the store. */
  close(): Promise<void>;
}

/**
 * Starts the reference server: the whole service, ready when the promise resolves.
 *
 * @throws {FixtureError} if the fixture is not valid
 * @throws {StoreUnavailable} when the data folder or the database cannot be used
 * @throws {FeedError} when nothing can be had from a source in `news`
 * @throws {FaultError} when one of `faults`, or `latency`, cannot be
 * @throws {TypeError} when `publicUrl` is not an origin
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { data = ':memory:', clock = realClock(), log = silentLog } = options;
  const fixture = options.fixture && parseFixture(options.fixture);
  const trouble = parseFaults(options);
  assertOrigin(options.publicUrl);
  const { database, databaseConnections } = options;
  const { store, shown } = await openStore({ data, database, databaseConnections });
  const cleanUp: (() => Promise<void>)[] = [() => store.close()];
  const close = async () => {
    const failures: unknown[] = [];
    for (const step of cleanUp.splice(0).reverse()) {
      await step().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    if (fixture) await seedStore(store, fixture, clock.now());
    if (options.sample) {
      const { loadSampleNews } = await import('./testing/sample/sample-news.ts');
      await loadSampleNews(store.news, clock.now());
    }
    const { news: locations = [], onProgress, signal } = options;
    const now = () => clock.now();
    const imported = await importLocations(store.news, locations, { now, onProgress, signal, log });

    const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 });
    await listen(server, options);
    const base_url = options.publicUrl ?? originOf(server);
    const usage = new UsageMeter(store.usage, (error) => {
      log('warn', 'usage not stored', { reason: error instanceof Error ? error.message : error });
    });
    const destinations = { allowPrivate: options.allowPrivateWebhooks === true };
    const sender = new WebhookSender(destinations);
    const dispatcher = new DeliveryDispatcher({
      outbox: store.outbox,
      sender,
      clock,
      log,
    });
    const pricingUrl = `${base_url}/pricing`;
    const stopping = new AbortController();
    const draining = new AbortController();
    const context: Context = {
      store,
      clock,
      usage,
      dispatcher,
      destinations,
      fetchSource: guardedFetch(destinations),
      temporaryNews: temporaryStore,
      agent: options.agent && programAgent(options.agent, options.agentTimeLimit),
      stopping: stopping.signal,
      log,
      pricingUrl,
    };
    const scheduler = new Scheduler({
      monitors: store.monitors,
      clock,
      log,
      run: async (monitor, next_run_at) => {
        const { lease_token } = monitor;
        await runMonitor(context, monitor, 'schedule', { lease_token, next_run_at });
      },
    });
    cleanUp.push(
      () => usage.flush(),
      () => scheduler.stop(),
      async () => stopping.abort(new ApiError('unavailable', 'the server is stopping')),
      async () => {
        draining.abort();
        await Promise.all([dispatcher.stop(), drain(server)]);
      },
    );
    // Only a server that is there makes a key: it is shown once.
    const key = options.newKey
      ? await createDefaultApiKey(store, clock)
      : (fixture?.accounts.flatMap(({ keys }) => keys)[0] ??
        (await ensureDefaultApiKey(store, clock)));
    const service = withFaults(createService(context), trouble, context);
    const signIn = createSignIn(context);
    const settingsUrl = async () => {
      const holder = fixture?.accounts.find(({ keys }) => keys.length > 0) ?? fixture?.accounts[0];
      const { id } = holder ?? (await ensureDefaultAccount(store, clock));
      return `${base_url}/sign-in?token=${await signIn.newLink(id)}`;
    };
    const { address } = server.address() as AddressInfo;
    const { host = address, allowedHosts = [], overrideGlobals = false } = options;
    const names = [host, new URL(base_url).hostname, ...allowedHosts];
    const surfaces = {
      baseUrl: base_url,
      service,
      signIn,
      store,
      clock,
      log,
      overrideGlobals,
      allowedHosts: allowedHostsOf(address, names),
      stopping: draining.signal,
    };
    const { listener, settled: loaded } = lazyListener(
      async () => {
        const { createListener } = await import('./surfaces/listener.ts');
        return createListener(surfaces);
      },
      (error) => log('error', 'cannot answer', { reason: String(error) }),
    );
    cleanUp.push(loaded);
    server.on('request', listener);
    scheduler.wake();
    dispatcher.wake();
    const settled = async () => {
      await scheduler.idle();
      await dispatcher.idle();
    };

    if (options.feeds?.length) {
      const poller = new FeedPoller(store.news, { locations: options.feeds, clock, log });
      cleanUp.push(() => poller.stop());
    }
    return {
      base_url,
      ...(key ? { api_key: key } : {}),
      settingsUrl,
      data: shown,
      imported,
      settled,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function assertOrigin(text: string | undefined): void {
  if (text === undefined || (URL.canParse(text) && new URL(text).origin === text)) return;
  throw new TypeError(`publicUrl must be an origin such as https://news.example.com: ${text}`);
}
