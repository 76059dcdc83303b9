import { type Command, Option } from 'commander';
import { toNetworkError } from '../../../client/network-error.ts';
import { bundles } from '../../bundles.ts';
import type { GlobalFlags } from '../../config/settings.ts';
import { exitCode, exitCodeForStatus, serviceExitCodes } from '../../errors/exit-code.ts';
import { Failure } from '../../errors/failure.ts';
import { withManual } from '../../help/manual.ts';
import { type DocumentFlags, openPrinter } from '../../output/print-document.ts';
import { withOutputOptions } from '../../run/command-options.ts';
import { readSource } from '../../run/read-source.ts';
import type { Shell } from '../../shell.ts';
import { readValidSecrets, type SecretFlags, withSecretFlag } from './secrets.ts';
import { parseTargetUrl } from './target-url.ts';

interface SendFlags extends SecretFlags, GlobalFlags, DocumentFlags {
  type: 'webhook.test' | 'news.alert';
  body?: string;
}

/** Adds `webhook send`: sends one signed event to a receiver. */
export function addSend(group: Command, shell: Shell): void {
  withSecretFlag(
    withManual(withOutputOptions(group.command('send')), { examples, exitCodes: serviceExitCodes }),
  )
    .argument('<url>', 'URL of the receiver: https, or http on a loopback address')
    .summary('Sign one event and send it to a receiver')
    .description(
      'Sign one event as the service does and send it once to a receiver. Prints the response; its\nstatus code decides the exit code.',
    )
    .addOption(
      new Option('--type <type>', 'type of the event')
        .choices(['webhook.test', 'news.alert'])
        .default('webhook.test'),
    )
    .option('--body <file>', 'file with a body to send unchanged; - is stdin')
    .action((url: string, _flags: SendFlags, command: Command) =>
      send(url, command.optsWithGlobals<SendFlags>(), shell),
    );
}

const examples = [
  'webhook send http://127.0.0.1:8788/hook --secret-file secret.txt',
  'webhook send https://hooks.example.com/news --secret-file secret.txt --type news.alert',
];

async function send(target: string, flags: SendFlags, shell: Shell): Promise<void> {
  const url = parseTargetUrl(target, '<url>');
  const fields = ['status', 'latency_ms', 'event_id', 'response'];
  const print = await openPrinter(flags, shell, { fields });
  const { signal, timeout } = await shell.deadline();
  const secrets = await readValidSecrets(flags, shell);
  const { post, sampleEvent } = await bundles.receiver();
  const { signedHeaders } = await import('newswatch/webhooks');
  const sample = sampleEvent(flags.type, Date.now());
  const body =
    flags.body === undefined
      ? Buffer.from(JSON.stringify(sample))
      : await readSource({ file: flags.body, name: `--body ${flags.body}` }, shell);
  const event_id = eventIdOf(body) ?? sample.id;
  const signed = await signedHeaders({ body, eventId: event_id, secrets });
  const headers = Object.entries({ 'Content-Type': 'application/json', ...signed });
  try {
    const { status, latency, text } = await post(url, { headers, body, signal });
    const response = shell.output.redacted(text);
    const latency_ms = Math.round(latency);
    await print({ status, latency_ms, event_id, response });
    // The service does not follow redirects either: it treats them as a permanent failure.
    const redirected = status < 200 || (status >= 300 && status < 400);
    shell.exit(redirected ? exitCode.unexpected : exitCodeForStatus(status));
  } catch (cause) {
    throw sendFailure(cause, url, timeout);
  }
}

/** The id in the body, if it can be sent in a header. */
function eventIdOf(body: Buffer): string | undefined {
  try {
    const { id } = JSON.parse(body.toString()) as { id?: unknown };
    return typeof id === 'string' && /^[\x21-\x7e]+$/.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

function sendFailure(cause: unknown, url: URL, timeout: number): Failure {
  const timedOut = cause instanceof Error && cause.name === 'TimeoutError';
  const { message } = toNetworkError(cause, { origin: url.origin, timeout: timedOut && timeout });
  const hint = 'Check the URL and that the receiver is running';
  return new Failure(timedOut ? 'timeout' : 'network_error', message, {
    hint,
    retryable: true,
    cause,
  });
}
