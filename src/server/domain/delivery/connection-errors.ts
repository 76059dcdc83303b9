import { ApiError } from '../api-error.ts';

/** The connection cannot be changed this way, because its monitor was deleted. */
export class EndedConnectionError extends ApiError {
  /** @param id of the connection */
  constructor(id: string) {
    super(
      'conflict',
      `the connection ${id} has ended, because its monitor was deleted; choose what it delivers with monitor_id or all_monitors, or remove it with delivery disconnect`,
      { channel_id: id },
    );
  }
}

/** Another connection of the account delivers the same. */
export class DuplicateConnectionError extends ApiError {
  /** @param id of the other connection */
  constructor(id: string) {
    super(
      'conflict',
      `the connection ${id} already delivers the same monitors to this URL; to get a new signing secret for it, use delivery rotate-secret, and to remove it, delivery disconnect`,
      { channel_id: id },
    );
  }
}
