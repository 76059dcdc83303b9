import {
  endsConnection,
  isConnectionClosed,
  isRolledBack,
  isSerializationFailure,
  isUnavailable,
} from './database-errors.ts';

/** Thrown by the work of a transaction that must be repeated, because another one was faster. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}

/** The connection failed before the response: the database may have committed the statement. */
export class LostResponse extends Error {
  override readonly name = 'LostResponse';
}

/** The database ended a new session before its first statement. */
export class RefusedSession extends Error {
  override readonly name = 'RefusedSession';
}

/** Whether the connection cannot be used again. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof LostResponse || (error instanceof Error && endsConnection(error));
}

/** @throws {LostResponse} if the connection fails before the response and nothing shows a rollback */
export async function detectLostResponse<Result>(response: Promise<Result>): Promise<Result> {
  try {
    return await response;
  } catch (cause) {
    if (cause instanceof Error && isUnavailable(cause) && !isRolledBack(cause)) {
      throw new LostResponse(cause.message, { cause });
    }
    throw cause;
  }
}

/** Why a transaction is repeated after an error; `undefined` if it is not. */
export function retryReason(error: unknown): 'conflict' | 'connection_closed' | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isConnectionClosed(error)) return 'connection_closed';
  return error instanceof Conflict || isSerializationFailure(error) ? 'conflict' : undefined;
}
