import { errorCode } from '../../../node/error-code.ts';

/**
 * SQLSTATE classes and codes (PostgreSQL, appendix A) for an unavailable database rather than an
 * invalid statement.
 */
const unavailableClasses = new Set(['08', '28', '53', '57', '58']);
const unavailableCodes = new Set([
  '25006', // read_only_sql_transaction
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '3D000', // invalid_catalog_name: no such database
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '42501', // insufficient_privilege
  '42P01', // undefined_table: dropped, or in the middle of a restore
  '55P03', // lock_not_available
  'XX001', // data_corrupted
  'XX002', // index_corrupted
]);

/** Messages of driver errors without a code: the connection failed, timed out or was closed. */
const unavailableMessages =
  /^(Connection terminated|Query read timeout|timeout (exceeded|expired)|Client has encountered a connection error|Client was closed|Connection ended|The server does not support SSL|The server certificate|SASL: |Password must be a string)/;

/** Whether the error means that the database cannot be used now. */
export function isUnavailable(error: Error): boolean {
  const code = codeOf(error);
  if (code === undefined) return unavailableMessages.test(error.message);
  // A Node error code: ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED.
  if (!isSqlState(code) || endsSession(error)) return true;
  return unavailableClasses.has(code.slice(0, 2)) || unavailableCodes.has(code);
}

/** The message of an error for operators. */
export function messageOf(error: Error): string {
  if (lacksPassword(error)) return 'it wants a password: write it into the URL, or set PGPASSWORD';
  // Node's error has no message if the host has several addresses and all failed.
  return error.message || errorCode(error) || error.name;
}

/** The driver says with the name of the method that the server wants a password, and none is set. */
function lacksPassword(error: Error): boolean {
  const isFromDriver = codeOf(error) === undefined;
  return isFromDriver && /password must be a (non-empty )?string$/i.test(error.message);
}

/** Whether the disk of the database is full (`disk_full`). */
export function isDiskFull(error: Error): boolean {
  return codeOf(error) === '53100';
}

/** Whether a retry of the transaction may succeed. */
export function isSerializationFailure(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error) : undefined;
  return code === '40001' || code === '40P01';
}

/** Codes of a connection that was closed: by an administrator or a shutdown, a crash, the network. */
const closedCodes = new Set(['57P01', '57P02', 'ECONNRESET', 'EPIPE']);

/** Messages of driver errors without a code for a connection that was closed. */
const closedMessages =
  /^(Connection terminated( unexpectedly)?$|Client has encountered a connection error|Client was closed)/;

/** Whether the connection was closed, so that the work may succeed on another one. */
export function isConnectionClosed(error: Error): boolean {
  const code = codeOf(error);
  if (code !== undefined) return closedCodes.has(code);
  return error.name !== 'LostResponse' && closedMessages.test(error.message);
}

/**
 * Whether the error of a statement outside a transaction, or of `COMMIT`, means that it changed
 * nothing. A session that the database ends may have committed before, except by a signal between
 * two steps of a statement.
 */
export function isRolledBack(error: Error): boolean {
  if (!isDatabaseError(error)) return neverSent.test(error.message);
  const { routine } = error as Error & { routine?: unknown };
  return !endsSession(error) || routine === 'ProcessInterrupts';
}

/** The driver found the connection closed before it sent the statement. */
const neverSent = /is not queryable$/;

/** Whether the database reported the error, rather than the driver or the network. */
export function isDatabaseError(error: Error): boolean {
  const code = codeOf(error);
  return code !== undefined && isSqlState(code);
}

/** Whether the database connection cannot be used after the error. */
export function endsConnection(error: Error): boolean {
  return endsSession(error) || (isUnavailable(error) && !isDatabaseError(error));
}

/** SQLSTATE classes and codes of errors after which the database closes the connection. */
const endingClasses = new Set(['08', '28']);
const endingCodes = new Set([
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '3D000', // invalid_catalog_name
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P04', // database_dropped
  '57P05', // idle_session_timeout
  '58030', // io_error
  'XX001', // data_corrupted
]);

/** Routines that write the database's log. It cannot continue after their errors. */
const writesLog = /^(XLog|issue_xlog_fsync)/;

/**
 * Whether the database may have ended the session. Its `severity` would say so, but in the language
 * of the database.
 */
function endsSession(error: Error): boolean {
  const code = codeOf(error);
  if (code === undefined || !isSqlState(code)) return false;
  const { routine } = error as Error & { routine?: unknown };
  return (
    endingClasses.has(code.slice(0, 2)) ||
    endingCodes.has(code) ||
    (typeof routine === 'string' && writesLog.test(routine))
  );
}

/** Node codes such as `EPIPE` also have five characters, but no SQLSTATE begins with an `E`. */
function isSqlState(code: string): boolean {
  return /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code);
}

function codeOf(error: Error): string | undefined {
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
