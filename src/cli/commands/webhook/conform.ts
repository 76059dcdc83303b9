import type { Command } from 'commander';
import { bundles } from '../../bundles.ts';
import { exitCode } from '../../errors/exit-code.ts';
import { Failure } from '../../errors/failure.ts';
import { withManual } from '../../help/manual.ts';
import { type DocumentFlags, openPrinter } from '../../output/print-document.ts';
import { withOutputOptions } from '../../run/command-options.ts';
import type { Shell } from '../../shell.ts';
import { readHandledEvents } from './handled-events.ts';
import { readValidSecrets, type SecretFlags, withSecretFlag } from './secrets.ts';
import { parseTargetUrl } from './target-url.ts';

/** Adds `webhook conform`: tests any receiver against the receiver rules. */
export function addWebhookConform(group: Command, shell: Shell): void {
  withSecretFlag(
    withManual(withOutputOptions(group.command('conform')), {
      examples,
      exitCodes: [exitCode.network],
    }),
  )
    .argument('<url>', 'URL of the receiver: https, or http on a loopback address')
    .summary('Test a receiver against the receiver rules')
    .description(
      'Test a receiver against the receiver rules with real requests: signatures, altered bodies, old\ntimestamps, duplicates, test events, a response within five seconds. Prints the result of each rule;\nexits with 1 if one fails, with 7 if the checks do not end within --timeout. Some of the sent alerts\nlook real: do not test a receiver in production.',
    )
    .option(
      '--handled <source>',
      'file or URL with one line for each handled event, which contains its id; checks repeats and tests',
    )
    .action((url: string, _flags, command: Command) =>
      testReceiver(url, command.optsWithGlobals(), shell),
    );
}

interface ConformFlags extends SecretFlags, DocumentFlags {
  handled?: string;
}

const examples = [
  'webhook conform http://127.0.0.1:3000/hook --secret-file secret.txt',
  'webhook conform http://127.0.0.1:3000/hook --secret-file secret.txt --handled handled.log',
  "webhook conform https://hooks.example.com/news --secret-file secret.txt | jq '.checks[] | select(.passed | not)'",
];

/** Of a check. */
const fields = ['name', 'rule', 'passed', 'expected', 'handled', 'status', 'latency_ms'];

async function testReceiver(target: string, flags: ConformFlags, shell: Shell): Promise<void> {
  const url = parseTargetUrl(target, '<url>');
  const print = await openPrinter(flags, shell, { list: 'checks', fields });
  const { signal, timeout } = await shell.deadline();
  const secrets = await readValidSecrets(flags, shell);
  const { conform } = await bundles.receiver();
  const { handled } = flags;
  const readHandled = handled === undefined ? undefined : () => readHandledEvents(handled, signal);
  const check = async () => {
    // Nothing is sent if it cannot be read.
    await readHandled?.();
    return conform({ url, secrets, readHandled, signal });
  };
  const report = await check().catch((error: unknown) => {
    if (!signal.aborted) throw error;
    throw new Failure('timeout', `the checks did not end within ${timeout / 1000} s`, {
      hint: 'Check that the receiver is running, or increase --timeout',
      retryable: true,
    });
  });
  await print(report);
  if (report.failed > 0) shell.exit(exitCode.unexpected);
}
