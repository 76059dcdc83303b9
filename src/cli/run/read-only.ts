import { exitCode } from '../errors/exit-code.ts';
import { Failure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/** Whether `SERVICE_READ_ONLY` blocks writes. */
export function isReadOnly({ env }: Shell): boolean {
  const { SERVICE_READ_ONLY: setting = '' } = env;
  return setting !== '' && setting !== '0';
}

/** @throws {Failure} `read_only` if `SERVICE_READ_ONLY` blocks writes */
export function refuseInReadOnly(write: string, shell: Shell): void {
  if (!isReadOnly(shell)) return;
  throw new Failure({
    error: 'read_only',
    kind: 'usage',
    message: `${write} is a write, and SERVICE_READ_ONLY is set`,
    hint: 'Unset SERVICE_READ_ONLY to allow writes',
    exitCode: exitCode.read_only,
  });
}
