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
 * Whether a text is `postgres://user:password@host:port/database?option=…` with what is special in its
 * parts percent-encoded. Where `/`, `?` or `#` stands as it is in a password, the rest of that would be
 * taken for another part, and shown with it.
 */
export function isDatabaseAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash } = new URL(text);
  return /^postgres(ql)?:$/.test(protocol) && hash === '' && !`${pathname}${search}`.includes('@');
}

/**
 * Reads `postgres://user:password@host:port/database?option=…`, as libpq does.
 *
 * @throws {StoreUnavailable} when it is no such address; the message does not quote it
 */
export function parseDatabaseAddress(text: string): DatabaseAddress {
  if (!isDatabaseAddress(text)) {
    throw new StoreUnavailable(
      'the database address must be of the form postgres://user:password@host:port/database',
    );
  }
  const url = new URL(text);
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
