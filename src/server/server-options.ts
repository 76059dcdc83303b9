import type { NewsInput } from '../generated/fixture.ts';
import type { Log } from '../node/log.ts';
import type { QuotaSettings } from '../node/quotas.ts';
import type { Clock } from './clock.ts';
import type { RetainedKind } from './domain/retention/retention.ts';
import type { ImportSummary } from './feeds/import-news.ts';
import type { ImportProgress } from './feeds/read-news.ts';
import type { StoreLocation } from './store/open-store.ts';
import type { RateLimitSettings } from './surfaces/shared/request-rates.ts';
import type { Duration } from './testing/advance.ts';
import type { DeliveryAttempt } from './testing/delivery-attempt.ts';
import type { Fault } from './testing/fault.ts';
import type { ServerFaults } from './testing/faults.ts';
import type { FixtureInput } from './testing/fixture/fixture-schema.ts';
import type { Journal } from './testing/journal.ts';
import type { JournaledRequest } from './testing/journaled-request.ts';
import type { Snapshot } from './testing/snapshot.ts';

/** Options of {@link startServer}. Without `data` or `database` the store is in memory. */
export interface ServerOptions extends Partial<StoreLocation> {
  /** Address to listen on (default: 127.0.0.1). */
  host?: string;
  /** Default: 0, any free port. */
  port?: number;
  /** The public origin of a server behind a proxy, such as `https://news.example.com`. */
  publicUrl?: string;
  /** URL of the page where users choose a plan (default: the server's own page). */
  pricingUrl?: string;
  /** Host names that the MCP endpoint accepts besides loopback, `host` and that of `publicUrl`. */
  allowedHosts?: readonly string[];
  /**
   * https URLs that assistants may be redirected to after the consent, such as
   * `https://claude.ai/api/mcp/auth_callback`. A final `/*` stands for one more segment of the path. Without
   * them, only programs on the user's machine can be connected.
   */
  allowedRedirects?: readonly string[];
  /**
   * Whether assistants may be identified by the URL of a client ID metadata document, which the server
   * fetches (default: `true`). Set it to `false` if the server cannot connect to the internet: then they
   * register instead.
   */
  clientDocuments?: boolean;
  /**
   * IP addresses or networks (CIDR) of proxies whose `X-Forwarded-For` names the client, for the
   * limits of each address (docs/limits.md).
   */
  trustedProxies?: readonly string[];
  /**
   * Maximum numbers of requests of an API key or assistant, and of an address, by all servers of a store,
   * such as `{ key: '600/1m', address: 'off' }` (default: `1000/10s` and `3000/10s`, docs/limits.md).
   */
  rateLimits?: RateLimitSettings;
  /**
   * Quotas of each account with a plan, and those of single plans, such as
   * `{ monitors: 100, plans: { basic: { monitors: 20 } } }` (default: 10,000 monitors, 1,000 connections,
   * and prompts of 10,000 characters).
   */
  quotas?: QuotaSettings;
  /**
   * News to import before the server is ready: files or URLs, JSON Lines or feeds. Lines that are added
   * later to a JSON Lines file are imported when a run, a tick, a briefing or a search needs the news.
   */
  news?: readonly string[];
  /** Feeds to poll while the server runs: files or URLs. */
  feeds?: readonly string[];
  /** Milliseconds from the end of a poll of a feed to the next (default: 900,000, 15 minutes). */
  feedInterval?: number;
  /** Accounts, monitors, alerts, deliveries and news to start with (docs/server.md). */
  fixture?: FixtureInput;
  /** Creates another API key for the default account, to replace a lost one (default: `false`). */
  newKey?: boolean;
  /**
   * How long records are kept, such as `{ runs: '30d', news: 'forever' }`. Defaults: runs 30d,
   * alerts 90d, deliveries 90d, briefings 90d, usage 90d, news forever (docs/server.md).
   */
  retain?: Readonly<Partial<Record<RetainedKind, string>>>;
  /** Imports the bundled sample news (default: `false`). */
  sample?: boolean;
  /**
   * A program for agentic runs and its arguments. It gets `{ monitor, candidates }` as JSON on
   * stdin and prints `{ results }`. Without it there are no agentic monitors.
   */
  agent?: readonly [string, ...string[]];
  /** Environment variables of the agent besides `PATH` (default: none). */
  agentEnv?: Readonly<Record<string, string>>;
  /** Maximum number of agentic runs in an hour of real time, a quarter of them for each account
   * (default: 100). */
  agentRunsPerHour?: number;
  /** Timeout of each agent run, in milliseconds of real time (default: 60,000). */
  agentTimeLimit?: number;
  /**
   * Allows webhooks over HTTP, and webhooks and monitors' feeds at private addresses. For tests
   * only (default: `false`).
   */
  allowPrivateWebhooks?: boolean;
  /**
   * DNS servers for webhooks and feeds, as `address` or `address:port` (default: those of the
   * system).
   */
  dnsServers?: readonly string[];
  /** Errors, damaged responses and delays of operations, to test clients (docs/test-server.md). */
  faults?: readonly Fault[];
  /** Delay before each operation, in milliseconds of real time (default: 0). */
  latency?: number;
  /**
   * Replaces the global `Request` and `Response` with faster classes that send a body without a
   * stream (default: `false`). Only for a process that runs nothing else.
   */
  overrideGlobals?: boolean;
  /**
   * Milliseconds between the stop of the server and the end of listening, in which `/readyz` is 503
   * and a load balancer can turn to other servers (default: 0).
   */
  drainDelay?: number;
  /**
   * Whether the listening server keeps the process running (default: `true`; `false` for
   * `startTestServer()`).
   */
  ref?: boolean;
  /** Maximum number of entries in `requests`, and in `deliveryAttempts` (default: 1,000). 0 records none. */
  journal?: number;
  /** The source of time (default: real time). A `ManualClock` only moves when a test advances it. */
  clock?: Clock;
  /**
   * Address for `GET /metrics` in the format of Prometheus, as `host:port`, such as `127.0.0.1:9464`
   * (default: no metrics). It needs no key: keep the address private.
   */
  metrics?: string;
  /** Gets the lines of the log (default: none are written). */
  log?: Log;
  /** Aborts the startup, and stops what has already started. */
  signal?: AbortSignal;
  /** Called while `news` is imported. */
  onProgress?: (progress: ImportProgress) => void;
}

/** Options of `server.addNews()`. */
export interface AddItemsOptions {
  /**
   * Treats the items like lines of a JSON Lines file (default: `false`): adds the valid ones, counts the
   * others as `rejected` in the summary, and ignores unknown fields.
   */
  skipInvalid?: boolean;
}

/** A server that accepts requests. */
export interface RunningServer {
  /** The origin to send requests to, such as `http://127.0.0.1:49152`. */
  baseUrl: string;
  /** An API key. Present only if it was just created, or is in the fixture and not revoked. */
  apiKey?: string;
  /** The data folder, or the address of the database without its password. */
  data: string;
  /** The URL of the metrics, if there are any. */
  metricsUrl?: string;
  /** How signing secrets are stored. */
  secrets: 'encrypted' | 'plain';
  /**
   * Creates a sign-in link to the settings of the first account. It can be used once, within an hour.
   *
   * @throws {AdminError} `conflict` if the account is disabled
   */
  settingsUrl(): Promise<string>;
  /**
   * Loads the code of MCP. Otherwise its first request does, which blocks the event loop for up to 85 ms.
   * Does not reject: a failure is logged.
   */
  preload(): Promise<void>;
  /** One entry for each of `news`. */
  imported: readonly ImportSummary[];
  /**
   * Adds news items and matches them with the monitors. An item without `publication_date` has none, and
   * is ordered by the time of the server's clock.
   *
   * @example
   * ```ts
   * await server.addNews([{ title: 'Chip exports resume', source: 'Example Wire' }]);
   * await server.settled();
   * ```
   *
   * @throws {NewsError} if an item has an unknown field, is invalid, or has a date more than a day after
   *   the server's clock; nothing is added then, unless `skipInvalid` is set
   * @throws {TypeError} if `items` is not an array
   */
  addNews(items: readonly NewsInput[], options?: AddItemsOptions): Promise<ImportSummary>;
  /** Resolves when all news is matched, and all runs and delivery attempts that are due have ended. */
  settled(): Promise<void>;
  /**
   * Advances a `ManualClock` from one due time to the next, and waits each time until the work has ended:
   * every run, delivery attempt, briefing, poll of a feed and sweep of old records has its own time.
   *
   * @param by milliseconds, or units such as `{ hours: 27 }`; at most ten years
   * @throws {ClockError} if the server has another clock, or `by` is not valid
   */
  advance(by: number | Duration): Promise<void>;
  /**
   * Copies the whole state, after all work that is due has ended: the store, the time of a
   * `ManualClock`, the faults and the journals.
   *
   * @throws {SnapshotError} if the store is not in memory
   */
  snapshot(): Promise<Snapshot>;
  /**
   * Replaces the whole state by that of a snapshot. Requests that arrive meanwhile wait; those in flight
   * end first. The server's `apiKey` stays valid: for the account of the key that the server of the
   * snapshot had.
   *
   * @throws {SnapshotError} if the store is not in memory
   */
  restore(snapshot: Snapshot): Promise<void>;
  /** The requests that the server received, except those of OAuth. */
  readonly requests: Journal<JournaledRequest>;
  /** The requests that the server sent to webhooks. */
  readonly deliveryAttempts: Journal<DeliveryAttempt>;
  /** Faults that can be changed while the server runs. */
  readonly faults: ServerFaults;
  /** Stops accepting requests, waits for those in flight, and closes the store. */
  close(): Promise<void>;
  /** Like `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
