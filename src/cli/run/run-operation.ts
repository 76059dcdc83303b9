import { createRawClient, type RawClient } from '../../client/raw-client.ts';
import type { ServiceRequest } from '../../client/request.ts';
import type { CallAttempt } from '../../client/with-retries.ts';
import { fieldsOf } from '../../contract/field.ts';
import type { Operation } from '../../contract/operation.ts';
import { parseFieldText } from '../../contract/text.ts';
import { validate } from '../../contract/validate.ts';
import { proxyFor } from '../config/proxy.ts';
import {
  type CallSettings,
  type GlobalFlags,
  localSettings,
  remoteSettings,
} from '../config/settings.ts';
import { callFailure, usageFailure } from '../errors/failure.ts';
import { printResponse } from '../output/print-response.ts';
import type { OutputFlags } from '../output/response-format.ts';
import type { Shell } from '../shell.ts';
import { minutesFrom, sinceFrom } from './duration.ts';
import { inputFailure } from './input-flags.ts';
import { interruptible } from './interruption.ts';
import { refuseInReadOnly } from './read-only.ts';
import { withStandardInput } from './standard-input.ts';

/** The flags of a command that calls an operation. */
export interface CallFlags extends GlobalFlags, OutputFlags {
  /** Print the request and send nothing. */
  dryRun?: boolean;
  /** Where the signing secret of a new connection goes, instead of stdout. */
  secretFile?: string;
}

/**
 * Calls an operation with the values of a command line and prints the answer as it came. Whatever
 * is wrong with the values or the settings is said before any network.
 */
export async function runOperation(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  flags: CallFlags,
  shell: Shell,
): Promise<void> {
  if (operation.effect !== 'read' && !flags.dryRun) refuseInReadOnly(operation.name, shell);
  const input = await readInput(operation, values, flags, shell);
  if (flags.dryRun) {
    const { printRequest } = await import('./dry-run.ts');
    const { baseUrl } = flags.local ? localOrigin : await remoteSettings(flags, shell);
    printRequest(operation, input, { baseUrl, output: shell.output, flags });
    return;
  }
  if (flags.output !== undefined) {
    const { checkResponseFile } = await import('../output/response-file.ts');
    await checkResponseFile(flags.output);
  }
  await withSettings(flags, shell, (settings) =>
    call(operation, input, { settings, flags }, shell),
  );
}

/** What a dry run shows for the bundled server, which has an address only while it runs. */
export const localOrigin = { baseUrl: 'http://localhost' };

/** Does the work where the flags say: at the service, or with the bundled server running meanwhile. */
export async function withSettings(
  flags: GlobalFlags,
  shell: Shell,
  work: (settings: CallSettings) => Promise<void>,
): Promise<void> {
  if (flags.local) {
    const common = await localSettings(flags, shell);
    const { withLocalServer } = await import('./local-server.ts');
    await withLocalServer((server) => work({ ...server, ...common }));
  } else {
    await work(await remoteSettings(flags, shell));
  }
}

/** Standard input can be read once. */
function refuseSecondUse(values: Readonly<Record<string, string>>): void {
  const field = Object.keys(values).find((name) => values[name] === '-');
  if (field === undefined) return;
  const message = `- (standard input) is given twice: --api-key-file, ${field}`;
  throw usageFailure('invalid_value', message);
}

/** The values of a command line as the operation's input; says what is wrong with them. */
export async function readInput(
  operation: Operation,
  given: Readonly<Record<string, string>>,
  { apiKeyFile }: GlobalFlags,
  shell: Shell,
): Promise<Record<string, unknown>> {
  if (apiKeyFile === '-') refuseSecondUse(given);
  const written = await withStandardInput(given, shell);
  const values = { ...written };
  for (const { name, kind } of fieldsOf(operation)) {
    const value = written[name];
    if (value === undefined) continue;
    if (kind === 'timestamp') values[name] = sinceFrom(value, Date.now());
    if (kind === 'minutes') values[name] = minutesFrom(value);
  }
  const checked = validate(operation, parseFieldText(operation, values));
  if ('issues' in checked) throw inputFailure(operation, checked.issues, written);
  return checked.input;
}

async function call(
  operation: Operation,
  input: Record<string, unknown>,
  { settings, flags }: { settings: CallSettings; flags: CallFlags },
  shell: Shell,
): Promise<void> {
  const { strict } = settings;
  const caller = createCliClient(settings, shell);
  const secrets = flags.secretFile === undefined ? undefined : await secretKeeper(flags.secretFile);
  try {
    const answer = await interruptible(operation, shell, (signal) =>
      caller.call(operation, input, { signal }),
    );
    await secrets?.keep(answer, shell);
    await printResponse({ operation, answer }, { ...flags, strict }, shell);
  } catch (error) {
    throw callFailure(error, operation);
  } finally {
    await secrets?.close();
    await caller.close();
  }
}

async function secretKeeper(path: string) {
  const { SecretFile } = await import('./secret-file.ts');
  return SecretFile.at(path);
}

/** A caller that shows its key nowhere and, if asked to, tells each attempt. */
export function createCliClient(settings: CallSettings, shell: Shell): RawClient {
  shell.output.conceal(settings.apiKey);
  return createRawClient({
    ...settings,
    proxy: proxyFor(settings.baseUrl),
    onAttempt: settings.verbose ? tellAttempt(shell) : () => {},
  });
}

function tellAttempt({ output }: Shell) {
  return (
    { method, path }: ServiceRequest,
    { status, error, duration, retryDelay }: CallAttempt,
  ): void => {
    const outcome = status ?? error;
    const next = retryDelay === undefined ? '' : `; again in ${Math.round(retryDelay)} ms`;
    output.note(`newswatch: ${method} ${path}: ${outcome}, ${Math.round(duration)} ms${next}`);
  };
}
