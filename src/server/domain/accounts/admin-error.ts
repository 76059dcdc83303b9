/** A request of the operator that cannot be carried out. Nothing was changed. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  /** `not_found`: there is no such account, team or key; `invalid`: a value is not valid. */
  readonly code: 'not_found' | 'invalid' | 'conflict';

  constructor(code: AdminError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** @param kind such as `account` */
export function unknownId(kind: 'account' | 'team' | 'key', id: string): AdminError {
  return new AdminError('not_found', `there is no ${kind} ${JSON.stringify(id.slice(0, 100))}`);
}

export function invalid(message: string): AdminError {
  return new AdminError('invalid', message);
}

export function disabledAccount(id: string): AdminError {
  return new AdminError('conflict', `the account ${id} is disabled: enable it first`);
}
