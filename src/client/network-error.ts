import { shorten } from '../contract/shorten.ts';
import { errorCode, explainNetworkCode, isUntrustedCertificate } from '../node/error-code.ts';
import type { ConnectionStage } from './connection/connection-stage.ts';
import { ProxyError } from './connection/proxy-error.ts';
import { NetworkError } from './errors.ts';

/** Errors that a retry would not fix: TLS, invalid HTTP, a refusing proxy, a closed client, a mock. */
const permanent =
  /^(ERR_TLS|ERR_SSL|EPROTO|HPE_|UND_ERR_((HEADERS|RES)_|(CLOSED|DESTROYED|INVALID_ARG|NOT_SUPPORTED)$)|PROXY_(AUTH|REFUSED|INVALID)|CLIENT_CLOSED|INVALID_FETCH|UNSAFE_PORT|UND_MOCK_ERR|ERR_NOCK|UNMOCKED_REQUEST)/;

const explanations: readonly (readonly [RegExp, string])[] = [
  [/^CLIENT_CLOSED$/, 'the client was closed'],
  [/^UNSAFE_PORT$/, 'fetch refuses this port, which other protocols use'],
  [/^UND_ERR_(CLOSED|DESTROYED)$/, 'the dispatcher was closed'],
  [/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/, 'the service took too long'],
  [/^UND_ERR_(HEADERS|RES)_/, 'invalid HTTP response'],
];

/** In characters. */
const maxReason = 300;

/** How the stage of a timeout continues the message "no connection to … within 2 s". */
const unfinished: Partial<Record<ConnectionStage, string>> = {
  proxy_lookup: ': its host name was not resolved',
  lookup: ': its host name was not resolved',
  proxy_tls: ': the TLS handshake was not completed',
  tls: ': the TLS handshake was not completed',
};

interface FailedExchange {
  /** The service, for messages. */
  origin: string;
  /** The name of the proxy, if there is one. */
  proxy?: string | undefined;
  /** Default: `response`. */
  stage?: ConnectionStage;
  /** The timeout in milliseconds if it has passed, otherwise `false`. */
  timeout: number | false;
  /** Default: the code of the error. */
  code?: string;
}

/** Converts the error of a failed exchange. */
export function toNetworkError(error: unknown, exchange: FailedExchange): NetworkError {
  const { origin, stage = 'response', timeout, code = codeOf(error) } = exchange;
  const sent = isSent(stage);
  const proxy = stage.startsWith('proxy_') ? exchange.proxy : undefined;
  const peer = proxy === undefined ? origin : `the proxy ${proxy}`;
  const options = { cause: error, proxy };
  if (timeout !== false) {
    const end = `within ${timeout / 1000} s${unfinished[stage] ?? ''}`;
    return new NetworkError(`no ${missing(stage)} ${peer} ${end}`, 'ETIMEDOUT', sent, options);
  }
  if (error instanceof ProxyError) {
    const name = proxy === undefined ? 'the proxy' : peer;
    const message = `no connection to ${origin}: ${name} ${error.message} (${error.code})`;
    return new NetworkError(message, error.code, sent, options);
  }
  const reason = explain(code) ?? rootMessage(error) ?? 'the request failed';
  const message = `no ${missing(stage)} ${peer}: ${reason} (${code})`;
  return new NetworkError(message, code, sent, options);
}

/** Whether the service may have received the request. */
export function isSent(stage: ConnectionStage): boolean {
  return stage === 'response' || stage === 'body';
}

/** Whether the same request may succeed later. */
export function isTransient(error: NetworkError): boolean {
  return !permanent.test(error.code) && !isUntrustedCertificate(error.code);
}

function missing(stage: ConnectionStage): string {
  if (stage === 'body') return 'complete response from';
  return stage === 'response' || stage === 'proxy_tunnel' ? 'response from' : 'connection to';
}

/** undici's errors for responses that are not HTTP have no code. */
function codeOf(error: unknown): string {
  const name = error instanceof Error ? error.name : 'UNKNOWN';
  return errorCode(error) ?? (name === 'HTTPParserError' ? 'HPE_INVALID' : name);
}

function explain(code: string): string | undefined {
  return explainNetworkCode(code) ?? explanations.find(([pattern]) => pattern.test(code))?.[1];
}

/** The first line of the message of the innermost cause. */
function rootMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [line = ''] = error.message.trim().split('\n', 1);
  return rootMessage(error.cause) ?? (line === '' ? undefined : shorten(line, maxReason));
}
