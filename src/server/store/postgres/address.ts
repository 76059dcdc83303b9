import { parseUrl } from '../../../node/parse-url.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';

/** The URL of a PostgreSQL database. */
export interface DatabaseAddress {
  /** The URL with its password. */
  text: string;
  /** The URL without its password: for output, logs and responses. */
  redactedUrl: string;
  /** Masks the password in a text, percent-encoded or not. */
  redact(text: string): string;
}

const mask = '***';

/**
 * Whether a text is a URL such as `postgres://user:password@host:port/database?option=value`. A
 * `/`, `?` or `#` in the password must be percent-encoded: otherwise the rest of the password would
 * be parsed as another part of the URL, and not be redacted.
 */
export function isDatabaseAddress(text: string): boolean {
  const url = parseUrl(text);
  if (!url) return false;
  const { protocol, pathname, search, hash } = url;
  return /^postgres(ql)?:$/.test(protocol) && hash === '' && !`${pathname}${search}`.includes('@');
}

/**
 * Parses a URL such as `postgres://user:password@host:port/database?option=value`.
 *
 * @throws {StoreUnavailable} if it is not valid; the message does not contain it
 */
export function parseDatabaseAddress(text: string): DatabaseAddress {
  if (!isDatabaseAddress(text)) {
    throw new StoreUnavailable(
      'the database address must be of the form postgres://user:password@host:port/database',
    );
  }
  const url = new URL(text);
  const passwords = [url.password, url.searchParams.get('password') ?? ''];
  const secrets = new Set([...passwords, ...passwords.map(percentDecoded)].filter(Boolean));
  if (url.password !== '') url.password = mask;
  if (url.searchParams.has('password')) url.searchParams.set('password', mask);
  return {
    text,
    redactedUrl: url.href,
    redact: (message) =>
      [...secrets].reduce((redacted, secret) => redacted.replaceAll(secret, mask), message),
  };
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
