import { errorMessage } from '../node/error-message.ts';
import { describeSystemError } from '../node/system-error.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** SQLite result codes (sqlite.org/rescode.html) of a database that cannot be used now. */
const unavailableCodes = new Set([5, 6, 8, 10, 11, 13, 14, 23, 26]);

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
    const { errstr } = error as { errstr?: string };
    const reason =
      resultCode(error) === undefined
        ? describeSystemError(error)
        : (errstr ?? errorMessage(error));
    throw new StoreUnavailable(`${message}: ${reason}`, {
      cause: error,
      isLocked: lockedCodes.has(resultCode(error) ?? 0),
      isDiskFull: fullDiskCodes.has((error as { errcode?: number }).errcode ?? 0),
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
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}
