import { StoreUnavailable } from '../../../storage/store-unavailable.ts';

/** Where a PostgreSQL database is, and how that may be shown. */
export interface DatabaseAddress {
  /** As it was given, password and all. */
  text: string;
  /** Without its password: for people, logs and answers. */
  shown: string;
  /** Takes the password out of a text, in whatever form it stands there. */
  redact(text: string): string;
}

const mark = '***';

/**
 * Reads `postgres://user:password@host:port/database?option=…`, as libpq does.
 *
 * @throws {StoreUnavailable} when it is no such address; the message does not quote it
 */
export function parseDatabaseAddress(text: string): DatabaseAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:') {
    throw new StoreUnavailable(
      'the database address must be of the form postgres://user:password@host:port/database',
    );
  }
  const given = [url.password, url.searchParams.get('password') ?? ''];
  const secrets = new Set([...given, ...given.map(decoded)].filter((secret) => secret !== ''));
  if (url.password !== '') url.password = mark;
  if (url.searchParams.has('password')) url.searchParams.set('password', mark);
  return {
    text,
    shown: url.href,
    redact: (message) =>
      [...secrets].reduce((redacted, secret) => redacted.replaceAll(secret, mark), message),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
