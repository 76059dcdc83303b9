import type { Command } from 'commander';
import { exitCode } from '../../errors/exit-code.ts';
import { invalidValue } from '../../errors/failure.ts';
import { withManual } from '../../help/manual.ts';
import { type DocumentFlags, openPrinter } from '../../output/print-document.ts';
import { withOutputOptions } from '../../run/command-options.ts';
import { readSource } from '../../run/read-source.ts';
import type { Shell } from '../../shell.ts';
import { parseSavedRequest, type SavedRequest } from './saved-request.ts';
import { readSecrets, type SecretFlags, withSecretFlag } from './secrets.ts';

interface VerifyFlags extends SecretFlags, DocumentFlags {
  signature?: string;
  timestamp?: string;
  eventId?: string;
  request?: string;
  now?: string;
}

/** Adds `webhook verify`: checks the signature of one request and explains a mismatch. */
export function addVerify(group: Command, shell: Shell): void {
  withSecretFlag(withManual(withOutputOptions(group.command('verify')), { examples }))
    .summary('Check the signature of a request and explain a mismatch')
    .description(
      'Check the signature of a request; if it does not match, explain what would make it match. The raw\nbody is read from stdin. Exits with 0 if the signature is valid, otherwise with 1.',
    )
    .option('--signature <value>', 'the X-Service-Signature header')
    .option('--timestamp <value>', 'the X-Service-Timestamp header')
    .option('--event-id <value>', 'the X-Service-Event-Id header')
    .option(
      '--request <file>',
      'a saved request instead of stdin: raw HTTP, or JSON {"headers", "body"}',
    )
    .option(
      '--now <time>',
      'verify at this time instead of now, in any format of the timestamp header',
    )
    .action((_flags, command: Command) => verifyRequest(command.optsWithGlobals(), shell));
}

const examples = [
  'webhook verify --secret-file secret.txt --signature v1=… --timestamp 1795172400 --event-id evt_1 < body.json',
  'webhook verify --secret-file secret.txt --request saved.http --now 2026-11-20T12:00:00Z',
];

async function verifyRequest(flags: VerifyFlags, shell: Shell): Promise<void> {
  const print = await openPrinter(flags, shell);
  const { explain, parseTimestamp } = await import('newswatch/webhooks');
  const secrets = await readSecrets(flags, shell);
  const { now: time = String(Date.now()) } = flags;
  const now = parseTimestamp(time);
  if (now === undefined) {
    throw invalidValue('--now', 'seconds, milliseconds or RFC 3339 with a zone', time);
  }
  const request = await readRequest(flags, shell);
  const explanation = await explain({ ...request, secrets, now });
  await print(explanation);
  if (explanation.valid) return;
  shell.exit(exitCode.unexpected);
  const { reason, message } = explanation;
  // The age of a request is judged only if its signature matches.
  const isAge = reason === 'timestamp_too_old' || reason === 'timestamp_too_new';
  const hints = isAge ? ['the signature matches: check a saved request with --now TIMESTAMP'] : [];
  shell.output.problem([message, ...hints]);
}

async function readRequest(flags: VerifyFlags, shell: Shell): Promise<SavedRequest> {
  const headerFlags = Object.entries({
    'x-service-signature': flags.signature,
    'x-service-timestamp': flags.timestamp,
    'x-service-event-id': flags.eventId,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const saved = flags.request === undefined ? undefined : await readSaved(flags.request, shell);
  return {
    headers: { ...saved?.headers, ...Object.fromEntries(headerFlags) },
    body: saved?.body ?? (await readSource({ file: '-', name: 'body' }, shell)),
  };
}

async function readSaved(file: string, shell: Shell): Promise<SavedRequest> {
  const name = `the file ${file}`;
  return parseSavedRequest(await readSource({ file, name, code: 'bad_request_file' }, shell));
}
