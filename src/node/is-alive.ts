import { errorCode } from './error-code.ts';

/** Whether a process of this machine, or of this container, runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
