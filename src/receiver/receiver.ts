import { createServer, type Server } from 'node:http';
import { drain, listen, originOf } from '../node/http-server.ts';
import type { Log } from '../node/log.ts';
import { GroupCommit } from '../storage/group-commit.ts';
import { checkSecret } from '../webhooks/secret.ts';
import { Backlog } from './backlog-limit.ts';
import { EventDispatcher } from './event-dispatcher.ts';
import { lockFolder } from './folder-lock.ts';
import type { Handler } from './handler.ts';
import { handlerBackoff } from './handler-backoff.ts';
import { Inbox } from './inbox.ts';
import { InboxMaintenance } from './inbox-maintenance.ts';
import { Intake } from './webhook-listener.ts';

export interface ReceiverOptions {
  /** 127.0.0.1 unless given. */
  host?: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** `/hook` unless given. */
  path?: string;
  /** One, or several while they are being changed over. */
  secrets: readonly string[];
  /** The data folder, or `:memory:` to keep nothing. */
  data: string;
  handler: Handler;
  /** Milliseconds for the handling of one event; 30,000 unless given. */
  timeout?: number;
  /** How often a failed event is tried again; 5 unless given. */
  retries?: number;
  /** Events that may wait to be handled; 100,000 unless given. */
  backlog?: number;
  backOff?: (failures: number) => number;
  /** Milliseconds for a request's headers, and for all of it; 5,000 and 10,000 unless given. */
  requestTime?: { headers: number; request: number };
  /** Milliseconds that requests and handlers at work get at the end; 5,000 unless given. */
  drainTime?: number;
  now?: () => number;
  log?: Log;
  onReaderGone?: () => void;
}

export interface Receiver {
  url: string;
  data: string;
  /** Events that were being handled when the process before this one ended, and are so again. */
  recovered: number;
  /** Takes no new request, lets what is at work end, and closes the inbox. */
  close(): Promise<void>;
}

/**
 * Starts a durable inbox for the service's webhooks.
 *
 * @throws {WebhookError} `bad_secret`
 * @throws {StoreUnavailable} when the data folder cannot be used or another receiver has it
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { data, path = '/hook', now = Date.now, log = () => {}, drainTime = 5000 } = options;
  const secrets = options.secrets.map(checkSecret);
  const unlock = lockFolder(data);
  const inbox = openInbox(data, unlock);
  const commit = new GroupCommit(inbox);
  const recovered = inbox.recover();
  const dispatcher = new EventDispatcher({
    inbox,
    commit,
    handler: options.handler,
    timeout: options.timeout ?? 30_000,
    retries: options.retries ?? 5,
    backOff: options.backOff ?? handlerBackoff,
    now,
    log,
    onReaderGone: options.onReaderGone ?? (() => {}),
  });
  const upkeep = new InboxMaintenance(inbox, commit, now);
  const backlog = new Backlog(inbox, options.backlog ?? 100_000);
  const intake = new Intake({
    path,
    secrets,
    record: (event) => commit.run(() => inbox.add(event, 'done') !== undefined),
    accept: (event) => {
      upkeep.eventCame();
      return dispatcher.accept(event);
    },
    backlog,
    now,
    log,
  });
  const server = serverFor(intake, options);
  try {
    await listen(server, options);
  } catch (error) {
    inbox.close();
    unlock();
    throw error;
  }
  upkeep.start();
  dispatcher.wake();
  const end = async () => {
    upkeep.stop();
    await Promise.all([drain(server, drainTime), dispatcher.stop(drainTime)]);
    inbox.close();
    unlock();
  };
  let ending: Promise<void> | undefined;
  const close = () => {
    ending ??= end();
    return ending;
  };
  return { url: `${originOf(server)}${path}`, data, recovered, close };
}

function openInbox(data: string, unlock: () => void): Inbox {
  try {
    return Inbox.open(data);
  } catch (error) {
    unlock();
    throw error;
  }
}

function serverFor(intake: Intake, { requestTime }: ReceiverOptions): Server {
  const { headers, request } = requestTime ?? { headers: 5000, request: 10_000 };
  const server = createServer({
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: 10_000,
    connectionsCheckingInterval: Math.min(1000, headers / 2),
  });
  server.on('request', (request, response) => void intake.take(request, response));
  server.on('checkContinue', (request, response) => void intake.take(request, response));
  return server;
}
