import { parseBaseUrl } from '../../client/base-url.ts';
import { InvalidResponseError } from '../../client/errors.ts';
import type { ServiceResponse } from '../../client/raw-client.ts';
import { buildRequest, type ServiceRequest } from '../../client/request.ts';
import type { Operation } from '../../contract/operation.ts';
import { type GlobalFlags, remoteSettings } from '../config/settings.ts';
import { callFailure } from '../errors/failure.ts';
import { openPrinter, openView } from '../output/print-document.ts';
import { type OutputFlags, printResponse } from '../output/print-response.ts';
import type { View } from '../output/view/view.ts';
import type { Shell } from '../shell.ts';
import { createCliClient, withSettings } from './cli-client.ts';
import type { FilterCheck } from './filter-check.ts';
import { interruptible } from './interruption.ts';
import { nextPageHint } from './next-page-hint.ts';
import { readCommandInput } from './read-command-input.ts';
import { assertNotReadOnly } from './read-only.ts';

/** The flags of a command that sends a request. */
export interface CallFlags extends GlobalFlags, Omit<OutputFlags, 'strict'> {
  /** Print the request instead of sending it. */
  dryRun?: boolean;
  /** Destroy without a question. */
  yes?: boolean;
  /** Get all pages of the list. */
  all?: boolean;
  /** The file to save the secret of the response to. */
  secretFile?: string;
}

/** Runs an operation: command line → input → request → response → stdout. */
export async function runOperation(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  flags: CallFlags,
  shell: Shell,
): Promise<void> {
  const { effect } = operation;
  if (effect !== 'read' && !flags.dryRun) assertNotReadOnly(operation.name, shell);
  const input = await readCommandInput(operation, values, flags, shell);
  const request = buildRequest(operation, input);
  await sendAndPrint({ operation, input, effect, request }, flags, shell);
}

interface Call {
  /** `undefined` for `newswatch api`. */
  operation?: Operation;
  /** The input of the operation. */
  input?: Readonly<Record<string, unknown>>;
  effect: Operation['effect'];
  request: ServiceRequest;
}

/**
 * Sends a request and prints the response; with `--dry-run`, prints the request.
 *
 * @returns false if the service responded with an error
 */
export async function sendAndPrint(call: Call, flags: CallFlags, shell: Shell): Promise<boolean> {
  const { operation, effect, request } = call;
  let isAccepted = true;
  if (flags.dryRun) {
    await printRequests([request], flags, shell);
    return isAccepted;
  }
  const view = await openView(
    flags,
    { operation, list: operation?.list, infersList: !operation },
    shell,
  );
  if (operation?.confirmation && !flags.yes) {
    const { confirmCalls } = await import('./confirm-call.ts');
    await confirmCalls(operation, [call.input ?? {}], flags, shell);
  }
  await withSettings(flags, shell, async (settings) => {
    const client = createCliClient(settings, shell);
    const { secretFile: path } = flags;
    const secretFile = path === undefined ? undefined : await createSecretFile(path);
    try {
      const deadline = await shell.deadline();
      const response = await interruptible({ effect }, shell, (signal) =>
        client.send(request, { effect }, { signal, deadline }),
      );
      const { status, body } = response;
      isAccepted = status < 400;
      if (body === undefined && operation) {
        throw new InvalidResponseError(status, `the response (status ${status}) is empty`);
      }
      if (operation?.secretField !== undefined && status < 300) {
        const { [operation.secretField]: secret } = Object(body) as Record<string, unknown>;
        await secretFile?.save(secret, shell);
      }
      if (body !== undefined) await printPage(call, { response, view }, flags, shell);
    } catch (error) {
      throw callFailure(error, { effect });
    } finally {
      await secretFile?.close();
      await client.close();
    }
  });
  return isAccepted;
}

async function createSecretFile(path: string) {
  const { SecretFile } = await import('./secret-file.ts');
  return SecretFile.create(path);
}

async function printPage(
  { operation, effect, input = {} }: Call,
  { response, view }: { response: ServiceResponse; view: View },
  flags: CallFlags,
  shell: Shell,
): Promise<void> {
  const check = operation && (await createFilterCheck(operation, input));
  check?.add(response, flags);
  await printResponse({ operation, effect, response, view }, flags, shell);
  check?.report(shell);
  // The cursor would skip items that the view left out.
  const hint = operation && !view.notice && nextPageHint(operation, input, response);
  if (hint) shell.output.note(`newswatch: ${hint}`);
}

/** `undefined` if the input has nothing to check. */
export async function createFilterCheck(
  operation: Operation,
  { since, until, monitor_id }: Readonly<Record<string, unknown>>,
): Promise<FilterCheck | undefined> {
  if (operation.timeField === undefined || !(since || until || monitor_id)) return undefined;
  const { FilterCheck } = await import('./filter-check.ts');
  return new FilterCheck(operation, { since, until, monitor_id });
}

/** The bundled server has a port only while it runs. */
const localOrigin = { baseUrl: 'http://localhost', allowHttp: false };

/** Prints requests without sending them. The API key is redacted. */
export async function printRequests(
  requests: readonly ServiceRequest[],
  flags: GlobalFlags & OutputFlags,
  shell: Shell,
): Promise<void> {
  // These are for responses.
  const { format: _, fields: _fields, jq: _jq, ...view } = flags;
  const { baseUrl, allowHttp } = flags.local ? localOrigin : await remoteSettings(flags, shell);
  const origin = parseBaseUrl(baseUrl, { allowHttp });
  const documents = requests.map(({ method, path, body }) => {
    const contentType = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = {
      method,
      url: origin + path,
      headers: { authorization: 'Bearer ***', ...contentType },
      body: body === undefined ? null : JSON.parse(body),
    };
    return { dry_run: true, request };
  });
  const [document = {}, ...others] = documents;
  if (others.length === 0) return (await openPrinter(view, shell))(document);
  // One line for each.
  const print = await openPrinter({ ...view, format: 'jsonl' }, shell, { list: 'requests' });
  await print({ requests: documents });
}
