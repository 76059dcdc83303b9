import { InvalidResponseError } from '../../client/errors.ts';
import { buildRequest, type ServiceRequest } from '../../client/request.ts';
import type { Operation } from '../../contract/operation.ts';
import type { GlobalFlags } from '../config/settings.ts';
import { callFailure } from '../errors/failure.ts';
import { printResponse } from '../output/print-response.ts';
import type { OutputFlags } from '../output/response-format.ts';
import type { Shell } from '../shell.ts';
import { createCliClient, withSettings } from './cli-client.ts';
import { interruptible } from './interruption.ts';
import { readInput } from './read-input.ts';
import { refuseInReadOnly } from './read-only.ts';

/** The flags of a command that sends a request. */
export interface CallFlags extends GlobalFlags, Omit<OutputFlags, 'strict'> {
  /** Print the request instead of sending it. */
  dryRun?: boolean;
  /** The file to save the secret of the response to. */
  secretFile?: string;
}

/** Runs the command of an operation: command line → input → request → response → stdout. */
export async function runOperation(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  flags: CallFlags,
  shell: Shell,
): Promise<void> {
  const { effect } = operation;
  if (effect !== 'read' && !flags.dryRun) refuseInReadOnly(operation.name, shell);
  const input = await readInput(operation, values, flags, shell);
  const request = buildRequest(operation, input);
  await sendRequest({ operation, effect, request }, flags, shell);
}

interface Call {
  /** `undefined` for `newswatch api`. */
  operation?: Operation;
  effect: Operation['effect'];
  request: ServiceRequest;
}

/** Sends a request and prints the response; with `--dry-run`, prints the request. */
export async function sendRequest(call: Call, flags: CallFlags, shell: Shell): Promise<void> {
  const { operation, effect, request } = call;
  if (flags.dryRun) {
    const { printRequest } = await import('./dry-run.ts');
    await printRequest(request, flags, shell);
    return;
  }
  if (flags.output !== undefined) {
    const { checkResponseFile } = await import('../output/response-file.ts');
    await checkResponseFile(flags.output);
  }
  await withSettings(flags, shell, async (settings) => {
    const client = createCliClient(settings, shell);
    const secretFile = await createSecretFile(flags);
    try {
      const response = await interruptible({ effect }, shell, (signal) =>
        client.send(request, { effect }, { signal }),
      );
      const { status, body } = response;
      if (body === undefined && operation) {
        throw new InvalidResponseError(status, `the response (status ${status}) is empty`);
      }
      if (operation?.secretField !== undefined && status < 300) {
        const { [operation.secretField]: secret } = Object(body) as Record<string, unknown>;
        await secretFile?.save(secret, shell);
      }
      if (body !== undefined) await printResponse({ operation, response }, flags, shell);
    } catch (error) {
      throw callFailure(error, { effect });
    } finally {
      await secretFile?.close();
      await client.close();
    }
  });
}

async function createSecretFile({ secretFile }: CallFlags) {
  if (secretFile === undefined) return undefined;
  const { SecretFile } = await import('./secret-file.ts');
  return SecretFile.create(secretFile);
}
