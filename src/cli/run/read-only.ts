import { exitCode } from '../errors/exit-code.ts';
import { Failure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/** Whether `SERVICE_READ_ONLY` lets reads through and nothing else. */
export function isReadOnly({ env }: Shell): boolean {
  const { SERVICE_READ_ONLY: setting = '' } = env;
  return setting !== '' && setting !== '0';
}

/** @throws {Failure} for a write while `SERVICE_READ_ONLY` is set */
export function refuseInReadOnly(write: string, shell: Shell): void {
  if (!isReadOnly(shell)) return;
  throw new Failure({
    error: 'read_only',
    kind: 'usage',
    message: `${write} writes, and SERVICE_READ_ONLY is set`,
    hint: 'Unset SERVICE_READ_ONLY to let it through',
    exitCode: exitCode.read_only,
  });
}
