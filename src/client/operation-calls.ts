import type { Operation } from '../contract/operation.ts';
import { redactJson } from '../node/redact-json.ts';
import { checkApiKey } from './api-key.ts';
import { parseBaseUrl } from './base-url.ts';
import { type CallOptions, checkCallOptions } from './call-options.ts';
import { checkInput } from './check-input.ts';
import type { ClientOptions } from './client-options.ts';
import { dispatcherFetch } from './dispatcher-fetch.ts';
import {
  CallAbortedError,
  InvalidResponseError,
  ServiceError,
  SettingError,
  withAttempts,
} from './errors.ts';
import { FetchTransport, type FetchTransportResponse } from './fetch-transport.ts';
import { parseHeaders } from './header-input.ts';
import { listPromise } from './list-promise.ts';
import { createRawClient, type ServiceResponse } from './raw-client.ts';
import { redactions } from './redactions.ts';
import { type ResponseDetails, type ResponsePromise, responsePromise } from './response-promise.ts';
import { schemaMismatch } from './schema-mismatch.ts';
import type { Redact } from './transport.ts';

/** Calls operations by their declaration. */
export interface OperationCalls {
  /** The promise of a read with a list is a `ListPromise`. */
  call(operation: Operation, input?: unknown, options?: CallOptions): ResponsePromise<object>;
  /** Rejects new calls. Those in progress continue. */
  close(): Promise<void>;
}

/** @throws {SettingError} if the base URL, the API key or a header is unusable */
export function operationCalls(options: ClientOptions): OperationCalls {
  const { apiKey, dispatcher, strict = false, readOnly = false } = options;
  const baseUrl = parseBaseUrl(options.baseUrl, options);
  const clientHeaders = parseHeaders(options.headers ?? {});
  const redactFor = redactions(checkApiKey(apiKey), clientHeaders);
  const fetch = dispatcher ? dispatcherFetch(dispatcher) : options.fetch;
  const transport = new FetchTransport({ baseUrl, apiKey, fetch });
  const { timeout, retries, onAttempt } = options;
  const client = createRawClient({ transport, service: baseUrl, timeout, retries, onAttempt });

  async function send(
    operation: Operation,
    input: unknown,
    callOptions: CallOptions,
  ): Promise<ResponseDetails<object>> {
    const { name } = operation;
    checkCallOptions(name, callOptions, Object.keys(operation.input.def.shape));
    const valid = checkInput(operation, input);
    if (readOnly && operation.effect !== 'read') throw readOnlyError(operation);
    const callHeaders = parseHeaders(callOptions.headers ?? {});
    const redact = redactFor(callHeaders);
    const headers = { ...clientHeaders, ...callHeaders };
    const response = await client
      .call(operation, valid, { ...callOptions, headers, redact })
      .catch((error: unknown) => {
        throw error instanceof CallAbortedError ? error.reason : error;
      });
    const failure = failureOf(operation, response, redact);
    if (failure) throw withAttempts(failure, response.attempts);
    return toDetails(response);
  }

  function failureOf(
    operation: Operation,
    { status, body, requestId, retryAfter }: ServiceResponse,
    redact: Redact,
  ): Error | undefined {
    const details = { requestId, retryAfter };
    if (status >= 400) {
      const fields = redactJson(body, redact) as Readonly<Record<string, unknown>>;
      return new ServiceError(status, fields, details);
    }
    const mismatch = strict ? schemaMismatch(operation, body) : undefined;
    return mismatch === undefined
      ? undefined
      : new InvalidResponseError(status, redact(mismatch), details);
  }

  function call(
    operation: Operation,
    input: unknown = {},
    callOptions: CallOptions = {},
  ): ResponsePromise<object> {
    const first = responsePromise(send(operation, input, callOptions));
    if (operation.list === undefined || operation.effect !== 'read') return first;
    const readPage = (cursor: string) => call(operation, { ...Object(input), cursor }, callOptions);
    return listPromise(first, operation.list, readPage);
  }

  return { call, close: () => client.close() };
}

function toDetails(response: ServiceResponse<FetchTransportResponse>): ResponseDetails<object> {
  const { status, body, headers, requestId, attempts } = response;
  return { data: body as object, raw: body, status, headers, requestId, attempts };
}

function readOnlyError({ name }: Operation): SettingError {
  const message = `${name}() is a write, and the client is read-only`;
  return new SettingError('read_only', message, 'Unset readOnly, or SERVICE_READ_ONLY');
}
