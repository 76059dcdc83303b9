/** Why the state of an account, a team or a key does not allow a change. */
export type AdminConflict = 'account_disabled' | 'too_many_keys' | 'not_a_member';

/** A request of the operator that cannot be carried out. Nothing was changed. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  /**
   * `not_found`: there is no such account, team or key; `invalid`: a value is not valid; `conflict`: the
   * state does not allow it.
   */
  readonly code: 'not_found' | 'invalid' | 'conflict';
  /** The cause of a `conflict`. */
  readonly conflict: AdminConflict | undefined;

  constructor(code: AdminError['code'], message: string, conflict?: AdminConflict) {
    super(message);
    this.code = code;
    this.conflict = conflict;
  }
}

/** @param kind such as `account` */
export function unknownId(kind: 'account' | 'team' | 'key', id: string): AdminError {
  return new AdminError('not_found', `there is no ${kind} ${JSON.stringify(id.slice(0, 100))}`);
}

export function invalid(message: string): AdminError {
  return new AdminError('invalid', message);
}

/** The state does not allow a change. */
export function conflict(cause: AdminConflict, message: string): AdminError {
  return new AdminError('conflict', message, cause);
}

export function disabledAccount(id: string): AdminError {
  return conflict('account_disabled', `the account ${id} is disabled: enable it first`);
}
