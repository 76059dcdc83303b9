import { isEnabled } from '../../client/from-env.ts';
import { Failure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/** Whether `SERVICE_READ_ONLY` blocks writes. */
export function isReadOnly({ env }: Shell): boolean {
  return isEnabled(env['SERVICE_READ_ONLY']);
}

/** @throws {Failure} `read_only` if `SERVICE_READ_ONLY` blocks writes */
export function assertNotReadOnly(write: string, shell: Shell): void {
  if (!isReadOnly(shell)) return;
  throw new Failure('read_only', `${write} is a write, and SERVICE_READ_ONLY is set`);
}
