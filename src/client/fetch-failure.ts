import { isUntrustedCertificate } from '../node/error-code.ts';
import { ProxyError } from './connection/proxy-error.ts';
import { isErrorLike } from './redact-error.ts';

/** What the error of a `fetch` says about the request. */
interface FetchFailure {
  /** `ECONNREFUSED`, `ENOTFOUND`, …; `FETCH_FAILED` if the error does not say more. */
  code: string;
  /** `connect` if nothing was sent, otherwise `response`: something may have been sent. */
  stage: 'connect' | 'response';
  /** The error of a proxy that did not open a tunnel; `undefined` for other errors. */
  proxyError?: ProxyError;
}

/** Errors before the first byte of a request. */
const unsent =
  /^(ECONNREFUSED|ENOTFOUND|ENODATA|ESERVFAIL|EAI_\w+|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|UND_ERR_(CONNECT_TIMEOUT|CLOSED|INVALID_ARG)|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)|EPROTO|UND_MOCK_ERR_MOCK_NOT_MATCHED|ERR_NOCK_NO_MATCH|UNMOCKED_REQUEST|CLIENT_CLOSED|UNSAFE_PORT)$/;

/** The texts of msw and nock about a request that they do not let through. */
const unmocked = /^\[MSW\] |^Nock: Disallowed net connect/m;

/** The codes of other runtimes than Node, which is the field's usual name for each. */
const commonCodes: readonly (readonly [RegExp, string])[] = [
  [/^ConnectionRefused$/, 'ECONNREFUSED'],
  [/^FailedToOpenSocket$/, 'ENOTFOUND'],
  [/^ConnectionClosed$/, 'ECONNRESET'],
];

/** Texts of errors without a code, as of Deno. */
const textCodes: readonly (readonly [RegExp, string])[] = [
  [/^(bad|unsafe) port$/im, 'UNSAFE_PORT'],
  [/connection refused/i, 'ECONNREFUSED'],
  [/dns error|failed to lookup address/i, 'ENOTFOUND'],
  [/invalid peer certificate/i, 'CERT_UNTRUSTED'],
  [/connection (was )?(closed|reset)/i, 'ECONNRESET'],
];

/** Reads the error of any implementation of `fetch`, and of its causes. */
export function fetchFailure(error: unknown): FetchFailure {
  const chain = causesOf(error);
  const texts = chain.map(({ message }) => message);
  const [, status] = /^Proxy response \((\d{3})\)/m.exec(texts.join('\n')) ?? [];
  if (status !== undefined) {
    const proxyError = ProxyError.ofStatus(Number(status));
    return { code: proxyError.code, stage: 'connect', proxyError };
  }
  if (unmocked.test(texts.join('\n'))) return { code: 'UNMOCKED_REQUEST', stage: 'connect' };
  const coded = chain.find((each) => typeof Reflect.get(each, 'code') === 'string');
  const code = coded ? normalized(String(Reflect.get(coded, 'code'))) : codeOfTexts(chain);
  const syscall = coded && Reflect.get(coded, 'syscall');
  const isConnecting = syscall === 'connect' || syscall === 'getaddrinfo';
  const isExchanging = syscall === 'read' || syscall === 'write';
  const isUnsent = isConnecting || (!isExchanging && isUnsentCode(code));
  return { code, stage: isUnsent ? 'connect' : 'response' };
}

function isUnsentCode(code: string): boolean {
  return unsent.test(code) || isUntrustedCertificate(code);
}

function normalized(code: string): string {
  return commonCodes.find(([pattern]) => pattern.test(code))?.[1] ?? code;
}

function codeOfTexts(chain: readonly { name?: unknown; message: string }[]): string {
  const text = chain.map(({ message }) => message).join('\n');
  const found = textCodes.find(([pattern]) => pattern.test(text))?.[1];
  if (found !== undefined) return found;
  const names = chain.map(({ name }) => name);
  if (names.includes('HTTPParserError')) return 'HPE_INVALID';
  return names.includes('TimeoutError') ? 'ETIMEDOUT' : 'FETCH_FAILED';
}

/** An error and its causes, outermost first; of several errors, the first. */
function causesOf(error: unknown, maxDepth = 8): { name?: unknown; message: string }[] {
  if (maxDepth === 0 || !isErrorLike(error)) return [];
  const { errors } = error;
  const cause = Array.isArray(errors) && errors.length > 0 ? errors[0] : error.cause;
  return [error, ...causesOf(cause, maxDepth - 1)];
}
