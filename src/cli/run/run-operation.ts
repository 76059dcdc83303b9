import { parseBaseUrl } from '../../client/base-url.ts';
import { InvalidResponseError } from '../../client/errors.ts';
import type { ServiceResponse } from '../../client/raw-client.ts';
import { buildRequest, type ServiceRequest } from '../../client/request.ts';
import type { Operation } from '../../contract/operation.ts';
import { type GlobalFlags, remoteSettings } from '../config/settings.ts';
import { callFailure } from '../errors/failure.ts';
import { formatResponse, type OutputFlags, printResponse } from '../output/print-response.ts';
import { checkResponseFile } from '../output/response-file.ts';
import type { Shell } from '../shell.ts';
import { createCliClient, withSettings } from './cli-client.ts';
import { interruptible } from './interruption.ts';
import { nextPageHint } from './next-page-hint.ts';
import { readCommandInput } from './read-command-input.ts';
import { assertNotReadOnly } from './read-only.ts';
import { SecretFile } from './secret-file.ts';

/** The flags of a command that sends a request. */
export interface CallFlags extends GlobalFlags, Omit<OutputFlags, 'strict'> {
  /** Print the request instead of sending it. */
  dryRun?: boolean;
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

/** Sends a request and prints the response; with `--dry-run`, prints the request. */
export async function sendAndPrint(call: Call, flags: CallFlags, shell: Shell): Promise<void> {
  const { operation, effect, request } = call;
  if (flags.dryRun) return printRequest(request, flags, shell);
  if (flags.output !== undefined) await checkResponseFile(flags.output);
  await withSettings(flags, shell, async (settings) => {
    const client = createCliClient(settings, shell);
    const { secretFile: path } = flags;
    const secretFile = path === undefined ? undefined : await SecretFile.create(path);
    try {
      const deadline = await shell.deadline();
      const response = await interruptible({ effect }, shell, (signal) =>
        client.send(request, { effect }, { signal, deadline }),
      );
      const { status, body } = response;
      if (body === undefined && operation) {
        throw new InvalidResponseError(status, `the response (status ${status}) is empty`);
      }
      if (operation?.secretField !== undefined && status < 300) {
        const { [operation.secretField]: secret } = Object(body) as Record<string, unknown>;
        await secretFile?.save(secret, shell);
      }
      if (body !== undefined) await printPage(call, response, flags, shell);
    } catch (error) {
      throw callFailure(error, { effect });
    } finally {
      await secretFile?.close();
      await client.close();
    }
  });
}

async function printPage(
  { operation, input = {} }: Call,
  response: ServiceResponse,
  flags: CallFlags,
  shell: Shell,
): Promise<void> {
  await printResponse({ operation, response }, flags, shell);
  const hint = operation && nextPageHint(operation, input, response);
  if (hint) shell.output.note(`newswatch: ${hint}`);
}

/** The bundled server has a port only while it runs. */
const localOrigin = { baseUrl: 'http://localhost', allowHttp: false };

/** Prints a request without sending it. The API key is redacted. */
async function printRequest(
  { method, path, body }: ServiceRequest,
  flags: GlobalFlags & OutputFlags,
  shell: Shell,
): Promise<void> {
  const { baseUrl, allowHttp } = flags.local ? localOrigin : await remoteSettings(flags, shell);
  const contentType = body === undefined ? {} : { 'content-type': 'application/json' };
  const request = {
    method,
    url: parseBaseUrl(baseUrl, { allowHttp }) + path,
    headers: { authorization: 'Bearer ***', ...contentType },
    body: body === undefined ? null : JSON.parse(body),
  };
  shell.output.text(formatResponse(JSON.stringify({ dry_run: true, request }), flags));
}
