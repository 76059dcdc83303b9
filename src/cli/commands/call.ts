import { type Caller, createCaller } from '../../client/caller.ts';
import type { ServiceRequest } from '../../client/request.ts';
import type { Attempt } from '../../client/retries.ts';
import { fieldsOf } from '../../contract/field.ts';
import type { Operation } from '../../contract/operation.ts';
import { fromText } from '../../contract/text.ts';
import { validate } from '../../contract/validate.ts';
import { preferBaselineCompiler } from '../baseline-compiler.ts';
import { minutesFrom, sinceFrom } from '../duration.ts';
import { callFailure, usageFailure } from '../failure.ts';
import { inputFailure } from '../flags.ts';
import { printAnswer } from '../print-answer.ts';
import { proxyFor } from '../proxy.ts';
import { refuseInReadOnly } from '../read-only.ts';
import { type GlobalFlags, localSettings, remoteSettings, type Settings } from '../settings.ts';
import type { Shell } from '../shell.ts';
import { withStandardInput } from '../standard-input.ts';

/**
 * Calls an operation with the values of a command line and prints the answer as it came. Whatever
 * is wrong with the values or the settings is said before any network.
 */
export async function callCommand(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  flags: GlobalFlags,
  shell: Shell,
): Promise<void> {
  if (operation.effect !== 'read') refuseInReadOnly(operation.name, shell);
  const input = await readInput(operation, values, flags, shell);
  await withSettings(flags, shell, (settings) => call(operation, input, settings, shell));
}

/** Does the work where the flags say: at the service, or with the bundled server running meanwhile. */
export async function withSettings(
  flags: GlobalFlags,
  shell: Shell,
  work: (settings: Settings) => Promise<void>,
): Promise<void> {
  if (flags.local) {
    const common = await localSettings(flags, shell);
    const { withLocalServer } = await import('../local.ts');
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
  const values = await withStandardInput(given, shell.stdin);
  for (const { name, kind } of fieldsOf(operation)) {
    const value = values[name];
    if (value === undefined) continue;
    if (kind === 'timestamp') values[name] = sinceFrom(value, Date.now());
    if (kind === 'minutes') values[name] = minutesFrom(value);
  }
  const checked = validate(operation, fromText(operation, values));
  if ('issues' in checked) throw inputFailure(operation, checked.issues, values);
  return checked.input;
}

async function call(
  operation: Operation,
  input: Record<string, unknown>,
  settings: Settings,
  shell: Shell,
): Promise<void> {
  await preferBaselineCompiler();
  const caller = callerFor(settings, shell);
  try {
    const answer = await caller.call(operation, input);
    printAnswer({ operation, input, answer }, settings, shell);
  } catch (error) {
    throw callFailure(error, operation);
  } finally {
    await caller.close();
  }
}

/** A caller that shows its key nowhere and, if asked to, tells each attempt. */
export function callerFor(settings: Settings, shell: Shell): Caller {
  shell.output.conceal(settings.apiKey);
  return createCaller({
    ...settings,
    proxy: proxyFor(settings.baseUrl),
    onAttempt: settings.verbose ? tellAttempt(shell) : () => {},
  });
}

function tellAttempt({ output }: Shell) {
  return ({ method, path }: ServiceRequest, { status, problem, took, wait }: Attempt): void => {
    const outcome = status ?? problem;
    const next = wait === undefined ? '' : `; again in ${Math.round(wait)} ms`;
    output.note(`newswatch: ${method} ${path}: ${outcome}, ${Math.round(took)} ms${next}`);
  };
}
