import type { Log } from '../node/log.ts';
import type { Clock } from './clock.ts';
import type { ImportSummary } from './feeds/import-news.ts';
import type { ImportProgress } from './feeds/read-news.ts';
import type { StoreLocation } from './store/open-store.ts';
import type { Fault } from './testing/faults.ts';
import type { FixtureInput } from './testing/fixture.ts';

export interface ServerOptions extends Partial<StoreLocation> {
  /** Address to listen on (default: 127.0.0.1). */
  host?: string;
  /** Default: 0, any free port. */
  port?: number;
  /** The public origin of a server behind a proxy, such as `https://news.example.com`. */
  publicUrl?: string;
  /** Host names that the MCP endpoint accepts besides loopback, `host` and that of `publicUrl`. */
  allowedHosts?: readonly string[];
  /** News to import before the server is ready: files or URLs, JSON Lines or feeds. */
  news?: readonly string[];
  /** Feeds to poll while the server runs: files or URLs. */
  feeds?: readonly string[];
  /** Accounts, monitors and news to start with. */
  fixture?: FixtureInput;
  /** Creates another API key for the default account, to replace a lost one (default: no). */
  newKey?: boolean;
  /** Imports the bundled sample news (default: no). */
  sample?: boolean;
  /**
   * A program for agentic runs and its arguments. It gets `{ monitor, candidates }` as JSON on stdin
   * and prints `{ results }`. Without it there are no agentic monitors.
   */
  agent?: readonly [string, ...string[]];
  /** Milliseconds of real time for each run of the agent (default: 60,000). */
  agentTimeLimit?: number;
  /**
   * Allows webhooks over HTTP, and webhooks and monitors' feeds at private addresses (default: no).
   * For tests only.
   */
  allowPrivateWebhooks?: boolean;
  /** Errors that operations respond with, to test clients. */
  faults?: readonly Fault[];
  /** Milliseconds of real time that each operation waits first (default: 0). */
  latency?: number;
  /**
   * Replaces the global `Request` and `Response` with faster classes that send a body without a
   * stream (default: no). For a process that does nothing but serve.
   */
  overrideGlobals?: boolean;
  clock?: Clock;
  log?: Log;
  /** Aborts the start; nothing is left running. */
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
}

export interface RunningServer {
  base_url: string;
  /** Only if it was just created, or is in the fixture. */
  api_key?: string;
  /** The data folder, or the address of the database without its password. */
  data: string;
  /** Creates a link to sign in to the settings. It works once, within an hour. */
  settingsUrl(): Promise<string>;
  /** One entry for each of `news`. */
  imported: readonly ImportSummary[];
  /** Resolves when all runs and delivery attempts that are due now have ended. */
  settled(): Promise<void>;
  /** Stops accepting requests, lets those in flight end, and closes the store. */
  close(): Promise<void>;
}
