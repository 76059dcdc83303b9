import { createServer, type RequestListener, type Server } from 'node:http';
import { checkOptions } from '../contract/check-options.ts';
import { once } from '../contract/once.ts';
import {
  callback,
  milliseconds,
  type OptionTypes,
  object,
  objectWith,
  ofType,
  required,
  textOption,
  textsOption,
  wholeNumber,
} from '../contract/option-types.ts';
import { drain, listen, originOf } from '../node/http-server.ts';
import { type Log, silentLog } from '../node/log.ts';
import { parseInParts } from '../node/parse-in-parts.ts';
import { Redactor } from '../node/redactor.ts';
import { GroupCommit } from '../storage/group-commit.ts';
import { whenUnlocked } from '../storage/when-unlocked.ts';
import { checkSecret } from '../webhooks/secret.ts';
import { EventDispatcher } from './event-dispatcher.ts';
import { lockFolder } from './folder-lock.ts';
import type { Handler } from './handler.ts';
import { handlerBackoff } from './handler-backoff.ts';
import { Inbox, retention } from './inbox.ts';
import { WebhookListener } from './webhook-listener.ts';

/** Options of {@link startReceiver}. */
export interface ReceiverOptions {
  /** The address to listen on (default: `127.0.0.1`). */
  host?: string;
  /** The port to listen on (default: 0, any free port). */
  port?: number;
  /** The path that accepts events (default: `/hook`). */
  path?: string;
  /**
   * The signing secrets of the connection: one, or several during a rotation. Or a function that is
   * called once with the URL that accepts events, and makes the connection: requests that arrive before
   * it resolves wait for it. If it rejects, the receiver does not start.
   */
  secrets: readonly string[] | ((url: string) => Promise<readonly string[]>);
  /** The data folder of the inbox, or `:memory:` to write nothing to disk. */
  data: string;
  /** Processes the stored events. */
  handler: Handler;
  /** Timeout for handling one event, in milliseconds (default: 30,000). */
  timeout?: number;
  /** Retries of a failed event before it becomes a dead letter (default: 5). */
  retries?: number;
  /** Number of unhandled events at which new ones are rejected with 503 (default: 100,000). */
  maxBacklog?: number;
  /** Milliseconds to wait after the n-th failure (default: 1 s, 4 s, 16 s, … up to 5 minutes). */
  backoff?: (failures: number) => number;
  /**
   * Timeouts for receiving the headers of a request and the whole request, in milliseconds
   * (default: 5,000 and 10,000).
   */
  requestTimeouts?: { headers: number; request: number };
  /** Milliseconds that `close()` waits for active requests and handlers (default: 5,000). */
  drainTimeout?: number;
  /** The clock, in milliseconds since the epoch (default: `Date.now`). */
  now?: () => number;
  /** Default: no log. */
  log?: Log;
  /**
   * Removes further secrets from the error messages of the handler, which are logged and stored. The
   * signing secrets are always replaced by `***`.
   */
  redact?: (text: string) => string;
  /** Called if the handler rejects with `OutputClosedError`. The receiver should then be closed. */
  onOutputClosed?: () => void;
}

const optionTypes: OptionTypes<ReceiverOptions> = {
  host: textOption,
  port: wholeNumber(0, 65_535),
  path: textOption,
  secrets: required(
    ofType(
      'an array of strings or a function',
      (value) => textsOption.accepts(value) || callback.accepts(value),
    ),
  ),
  data: required(textOption),
  handler: required(objectWith('handle', 'a handler, such as linesHandler(print)')),
  timeout: milliseconds(),
  retries: wholeNumber(0, Number.POSITIVE_INFINITY),
  maxBacklog: wholeNumber(0, Number.POSITIVE_INFINITY),
  backoff: callback,
  requestTimeouts: object,
  drainTimeout: milliseconds(),
  now: callback,
  log: callback,
  redact: callback,
  onOutputClosed: callback,
};

/** A running receiver. */
export interface Receiver {
  /** The URL that accepts events. */
  url: string;
  /** The data folder. */
  data: string;
  /** Number of events that an earlier process stored but did not handle. This one handles them. */
  unhandled: number;
  /** Stops accepting requests, waits for active requests and handlers, and closes the inbox. */
  close(): Promise<void>;
}

/** Milliseconds between purges of the inbox. */
const purgeInterval = 3_600_000;

/**
 * Starts a durable receiver for the webhooks of the service: it verifies each event, stores it,
 * responds with 204 and then passes it to the handler.
 *
 * @example
 * ```ts
 * const receiver = await startReceiver({
 *   secrets: [secret],
 *   data: './inbox',
 *   handler: { concurrency: 4, handle: async ({ id, body }) => save(id, new TextDecoder().decode(body)) },
 * });
 * console.log(receiver.url);
 * ```
 *
 * @throws {TypeError} if an option is unknown or missing, or has another type
 * @throws {WebhookError} `bad_secret`
 * @throws {StoreUnavailable} if the data folder cannot be used or another receiver uses it
 * @throws {Error} a system error if the server cannot listen on the address
 * @throws what the function `secrets` rejects with
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  checkOptions('startReceiver()', options, optionTypes);
  const { data, path = '/hook', now = Date.now, log = silentLog, drainTimeout = 5000 } = options;
  let secrets = Promise.resolve(
    typeof options.secrets === 'function' ? [] : options.secrets.map(checkSecret),
  );
  const { redact = (text: string) => text } = options;
  const redactor = new Redactor();
  for (const secret of await secrets) redactor.conceal(secret);
  const inbox = await Inbox.openWhenUnlocked(data);
  let unlock = () => {};
  const commit = new GroupCommit(inbox);
  const dispatcher = new EventDispatcher({
    inbox,
    commit,
    handler: options.handler,
    timeout: options.timeout ?? 30_000,
    retries: options.retries ?? 5,
    backoff: options.backoff ?? handlerBackoff,
    now,
    log,
    redact: (text) => redact(redactor.redact(text)),
    onOutputClosed: options.onOutputClosed ?? (() => {}),
  });
  const purge = () => inbox.purge(now() - retention);
  const maxBacklog = options.maxBacklog ?? 100_000;
  const listener = new WebhookListener({
    path,
    secrets: () => secrets,
    store: async (event) => {
      await commit.run(() => inbox.add(event, 'done'));
    },
    accept: (event) => dispatcher.accept(event),
    isFull: () => dispatcher.backlog >= maxBacklog,
    now,
    log,
  });
  const server = newServer(listener, options);
  let unhandled: number;
  let url: string;
  try {
    unlock = lockFolder(data);
    unhandled = inbox.countUnhandled();
    await whenUnlocked(purge);
    await listen(server, options);
    url = `${originOf(server)}${path}`;
    if (typeof options.secrets === 'function') {
      // Before the first request can be read.
      secrets = options.secrets(url).then((texts) => texts.map(checkSecret));
      for (const secret of await secrets) redactor.conceal(secret);
    }
  } catch (error) {
    await drain(server, 0);
    inbox.close();
    unlock();
    throw error;
  }
  const timer = setInterval(() => void commit.run(purge).catch(() => {}), purgeInterval).unref();
  dispatcher.start();
  const stop = async () => {
    clearInterval(timer);
    await Promise.all([drain(server, drainTimeout), dispatcher.stop(drainTimeout)]);
    await options.handler.close?.();
    listener.close();
    await inbox.truncateLog();
    inbox.close();
    unlock();
  };
  return { url, data, unhandled, close: once(stop) };
}

function newServer(listener: WebhookListener, { requestTimeouts }: ReceiverOptions): Server {
  const { headers, request } = requestTimeouts ?? { headers: 5000, request: 10_000 };
  const server = createServer({
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: 10_000,
    connectionsCheckingInterval: Math.min(1000, headers / 2),
  });
  const limitChunks = parseInParts(server);
  const handle: RequestListener = (request, response) => {
    limitChunks(request, response);
    void listener.handle(request, response);
  };
  server.on('connection', (socket) => listener.connect(socket));
  server.on('request', handle).on('checkContinue', handle);
  return server;
}
