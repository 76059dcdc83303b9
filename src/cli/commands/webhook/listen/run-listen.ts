import type { Receiver, ReceiverOptions } from 'newswatch/receiver';
import { counted } from '../../../../contract/counted.ts';
import { jsonLog } from '../../../../node/log.ts';
import { bundles } from '../../../bundles.ts';
import { timeoutOf } from '../../../config/settings.ts';
import { exitCode } from '../../../errors/exit-code.ts';
import { Failure } from '../../../errors/failure.ts';
import { parseInteger, parseSeconds } from '../../../run/flag-values.ts';
import { untilAborted } from '../../../run/interruption.ts';
import { startFailure } from '../../../run/start-failure.ts';
import type { Shell } from '../../../shell.ts';
import { inboxFolder } from '../inbox-folder.ts';
import { readValidSecrets } from '../secrets.ts';
import { type Connecting, shutdownGrace } from './connecting.ts';
import { type Endpoint, parseEndpoint } from './endpoint.ts';
import { EventTally } from './event-tally.ts';
import { handlerFor } from './handler-for.ts';
import type { ListenFlags } from './listen-flags.ts';
import { Refusal } from './refusal.ts';

/** Runs `webhook listen`. */
export async function listen(
  flags: ListenFlags,
  words: readonly string[],
  shell: Shell,
): Promise<void> {
  const endpoint = parseEndpoint(flags, shell);
  const limits = await parseLimits(flags, shell);
  if (flags.connect) {
    const { withConnection } = await import('./with-connection.ts');
    await withConnection(flags, shell, (connecting) =>
      receive({ flags, words, endpoint, limits, connecting }, shell),
    );
  } else {
    await receive({ flags, words, endpoint, limits }, shell);
  }
}

interface Limits {
  /** The number of events after which the command ends. */
  count: number;
  /** Milliseconds after which it ends; `undefined`: never. */
  timeout: number | undefined;
}

async function parseLimits(flags: ListenFlags, shell: Shell): Promise<Limits> {
  const count =
    flags.count === undefined
      ? Number.POSITIVE_INFINITY
      : parseInteger('--count', flags.count, { min: 1, max: 999_999_999 });
  const isLimited = flags.count !== undefined || flags.timeout !== undefined;
  return { count, timeout: isLimited ? await timeoutOf(flags, shell.env) : undefined };
}

interface Listening {
  flags: ListenFlags;
  words: readonly string[];
  endpoint: Endpoint;
  limits: Limits;
  /** With `--connect`. */
  connecting?: Connecting;
}

async function receive(
  { flags, words, endpoint, limits, connecting }: Listening,
  shell: Shell,
): Promise<void> {
  const { output } = shell;
  const interruption = shell.interruption();
  const outputClosed = new AbortController();
  const log = jsonLog((line) => output.log(line));
  const retries = parseInteger('--retries', flags.retries, { min: 0, max: 99 });
  const printsEvents = flags.exec === undefined && flags.forward === undefined;
  const tally = new EventTally(await handlerFor(flags, words, shell, log), {
    count: limits.count,
    retries,
    log: printsEvents ? undefined : log,
    logsStarts: flags.verbose === true,
  });
  const options: ReceiverOptions = {
    ...endpoint,
    data: connecting && flags.data === undefined ? ':memory:' : await inboxFolder(flags),
    secrets: connecting ? (url) => connecting.connect(url) : await readValidSecrets(flags, shell),
    retries,
    timeout: parseSeconds('--handler-timeout', flags.handlerTimeout, { min: 0.001 }),
    handler: tally,
    log,
    redact: (text) => output.redacted(text),
    onOutputClosed: () => outputClosed.abort(),
  };
  const receiver = await start(options, endpoint);
  shell.interruption(shutdownGrace);
  const timer = new AbortController();
  const timeout =
    limits.timeout === undefined ? undefined : setTimeout(() => timer.abort(), limits.timeout);
  let totals: Totals;
  try {
    output.report({ url: receiver.url, data: receiver.data, ...connecting?.describe() });
    for (const note of connecting?.notes() ?? []) output.note(`newswatch: ${note}`);
    const { unhandled } = receiver;
    if (unhandled > 0) log('info', 'handling the events of the last run', { events: unhandled });
    await Promise.race([
      untilAborted(interruption),
      untilAborted(outputClosed.signal),
      untilAborted(timer.signal),
      tally.complete,
      ...(printsEvents ? [output.untilClosed(interruption)] : []),
    ]);
  } finally {
    clearTimeout(timeout);
    const { handled, dead } = tally;
    totals = { handled, dead, isTimedOut: timer.signal.aborted };
    await end(receiver, connecting);
  }
  if (!interruption.aborted) reportTotals(totals, limits, shell);
}

/** The connection is removed at once, so that a second signal does not leave it behind. */
async function end(receiver: Receiver, connecting: Connecting | undefined): Promise<void> {
  const ended = await Promise.allSettled([receiver.close(), connecting?.disconnect()]);
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

interface Totals extends Pick<EventTally, 'handled' | 'dead'> {
  isTimedOut: boolean;
}

/** @throws {Failure} `handler_failed` if one of the counted events is a dead letter */
function reportTotals(
  { handled, dead, isTimedOut }: Totals,
  { count, timeout = 0 }: Limits,
  shell: Shell,
): void {
  const total = handled + dead;
  const isCounted = Number.isFinite(count);
  if (!isCounted && !isTimedOut) return;
  if (dead > 0) {
    const message = `${dead} of ${counted(total, 'event')} became dead letters: the handler kept failing`;
    throw new Failure('handler_failed', message);
  }
  const within = isTimedOut ? ` within ${timeout / 1000} s` : '';
  const events = isCounted ? `${total} of ${counted(count, 'event')}` : counted(total, 'event');
  shell.output.note(`newswatch: ${events}${within}`);
  if (total < (isCounted ? count : 1)) shell.exit(exitCode.nothing_found);
}

async function start(options: ReceiverOptions, { host, port }: Endpoint): Promise<Receiver> {
  const { startReceiver } = await bundles.receiver();
  try {
    return await startReceiver(options);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const hint = 'Choose another --data folder';
    throw startFailure(error, { host, port: String(port), fixable: ['StoreUnavailable'], hint });
  }
}
