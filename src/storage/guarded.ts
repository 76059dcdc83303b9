import { errorMessage } from '../node/error-message.ts';
import { describeSystemError } from '../node/system-error.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** SQLite result codes (sqlite.org/rescode.html) of a database that cannot be used now. */
const unavailableCodes = new Set([5, 6, 8, 10, 11, 13, 14, 23, 26]);

/**
 * The start of SQLite's messages for these codes: the driver leaves out the code if a statement fails
 * after its first row.
 */
const unavailableMessages: readonly (readonly [message: string, code: number])[] = [
  ['database is locked', 5],
  ['database table is locked', 6],
  ['attempt to write a readonly database', 8],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['fts5: corrupt', 11],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
  ['file is not a database', 26],
];

/** Extended result codes of a full disk: `SQLITE_FULL`, and `SQLITE_IOERR_WRITE` at a size limit. */
const fullDiskCodes = new Set([13, 778]);

/** Result codes of a database that another connection has locked. */
const lockedCodes = new Set([5, 6]);

/** Runs the work and wraps the errors of an unusable database in `StoreUnavailable`. */
export function guarded<Result>(message: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const { errstr } = error as Partial<SqliteError>;
    const reason =
      resultCode(error) === undefined
        ? describeSystemError(error)
        : (errstr ?? errorMessage(error));
    throw new StoreUnavailable(`${message}: ${reason}`, {
      cause: error,
      isLocked: lockedCodes.has(resultCode(error) ?? 0),
      isDiskFull: fullDiskCodes.has(extendedCode(error) ?? 0),
    });
  }
}

/** Whether the error comes from an unusable database, file or folder, not from the statement. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = resultCode(error);
  return code === undefined ? 'syscall' in error : unavailableCodes.has(code);
}

/** The primary result code; `undefined` if the error is not from SQLite. */
function resultCode(error: unknown): number | undefined {
  const code = extendedCode(error);
  return code === undefined ? undefined : code & 0xff;
}

/** The extended result code, or the primary one if only that is known. */
function extendedCode(error: unknown): number | undefined {
  const { code, errcode, message = '' } = error as Partial<SqliteError>;
  if (errcode !== undefined || code !== 'ERR_SQLITE_ERROR') return errcode;
  return unavailableMessages.find(([start]) => message.startsWith(start))?.[1];
}

/** An error of the driver. */
interface SqliteError extends Error {
  code: string;
  errcode?: number;
  errstr?: string;
}
