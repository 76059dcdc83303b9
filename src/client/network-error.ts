import { errorCode, explainCode, isUntrustedCertificate } from '../node/system-error.ts';
import type { ConnectionStage } from './connection/connection.ts';
import { ProxyError } from './connection/proxy-error.ts';
import { InvalidResponseError, NetworkError } from './errors.ts';

/** Errors that a retry would not fix: TLS, invalid HTTP, a refusing proxy, a closed client. */
const permanent =
  /^(ERR_TLS|ERR_SSL|EPROTO|HPE_|UND_ERR_(HEADERS|RES)_|PROXY_(AUTH|REFUSED|INVALID)|CLIENT_CLOSED)/;

const explanations: readonly (readonly [RegExp, string])[] = [
  [/^CLIENT_CLOSED$/, 'the client was closed'],
  [/^UND_ERR_/, 'invalid HTTP response'],
];

/** How the stage of a timeout continues the message "no connection to … within 2 s". */
const unfinished: Partial<Record<ConnectionStage, string>> = {
  proxy_lookup: ': its host name was not resolved',
  lookup: ': its host name was not resolved',
  proxy_tls: ': the TLS handshake was not completed',
  tls: ': the TLS handshake was not completed',
};

interface Exchange {
  origin: string;
  /** The name of the proxy, if there is one. */
  proxy?: string | undefined;
  /** Default: `response`. */
  stage?: ConnectionStage;
  /** The timeout in milliseconds if it has passed, otherwise `false`. */
  timeout: number | false;
}

/** Converts the error of a failed exchange. */
export function toNetworkError(error: unknown, exchange: Exchange): NetworkError {
  const { origin, stage = 'response', timeout } = exchange;
  const sent = isSent(stage);
  const proxy = stage.startsWith('proxy_') ? exchange.proxy : undefined;
  const peer = proxy === undefined ? origin : `the proxy ${proxy}`;
  const options = { cause: error, proxy };
  if (timeout !== false) {
    const end = `within ${timeout / 1000} s${unfinished[stage] ?? ''}`;
    return new NetworkError(`no ${missing(stage)} ${peer} ${end}`, 'ETIMEDOUT', sent, options);
  }
  if (error instanceof ProxyError) {
    const message = `no connection to ${origin}: ${peer} ${error.message} (${error.code})`;
    return new NetworkError(message, error.code, sent, options);
  }
  const code = codeOf(error);
  const message = `no ${missing(stage)} ${peer}: ${explain(code)} (${code})`;
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

function explain(code: string): string {
  const [, explanation] = explanations.find(([pattern]) => pattern.test(code)) ?? [];
  return explainCode(code) ?? explanation ?? 'the request failed';
}

/** Redirects are not followed, so a redirect is an unusable response. */
export function redirectError(status: number): InvalidResponseError {
  return new InvalidResponseError(
    status,
    `the service responded with a redirect (${status}); it is not followed, to protect the API key`,
  );
}
