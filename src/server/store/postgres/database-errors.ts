/** SQLSTATE classes and codes (PostgreSQL, appendix A) for a store that is away, not for a fault of ours. */
const awayClasses = new Set(['08', '28', '53', '57', '58']);
const awayCodes = new Set([
  '25006', // read_only_sql_transaction
  '3D000', // invalid_catalog_name: no such database
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '42501', // insufficient_privilege
  '42P01', // undefined_table: dropped, or in the middle of a restore
  '55P03', // lock_not_available
  'XX001', // data_corrupted
  'XX002', // index_corrupted
]);

/** What the driver says without a code: the connection ended, took too long, or could not be had. */
const awayMessages =
  /^(Connection terminated|Query read timeout|timeout (exceeded|expired)|Client has encountered a connection error|Client was closed|Connection ended|The server does not support SSL|The server certificate|SASL: |Password must be a string)/;

/** Whether an error says that the database cannot take the work now. */
export function isUnavailable(error: Error): boolean {
  const code = codeOf(error);
  if (code === undefined) return awayMessages.test(error.message);
  // Node's own codes (ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED) have no digits where SQLSTATE has.
  if (!/^[0-9A-Z]{5}$/.test(code) || /^E[A-Z]{4}$/.test(code)) return true;
  return awayClasses.has(code.slice(0, 2)) || awayCodes.has(code);
}

/** Whether the same transaction may go through if it is simply begun again. */
export function isSerializationFailure(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error) : undefined;
  return code === '40001' || code === '40P01';
}

/** Whether the database itself said no: then nothing of the work was done. */
export function isDatabaseRefusal(error: Error): boolean {
  const code = codeOf(error);
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E');
}

/** Whether the connection on which an error came cannot be used again. */
export function endsConnection(error: Error): boolean {
  const { severity } = error as Error & { severity?: unknown };
  return (
    severity === 'FATAL' ||
    severity === 'PANIC' ||
    (isUnavailable(error) && !isDatabaseRefusal(error))
  );
}

function codeOf(error: Error): string | undefined {
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
