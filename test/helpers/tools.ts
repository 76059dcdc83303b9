import { findProgram, programHost } from '../../src/node/find-program.ts';

/** Whether a program is installed. @throws {Error} in CI, if it is not */
export function hasTool(name: string): boolean {
  const isInstalled = hasOptionalTool(name);
  if (!isInstalled && process.env['CI']) throw new Error(`CI needs ${name}`);
  return isInstalled;
}

/** Whether a program is installed that not every system can have, also in CI. */
export function hasOptionalTool(name: string): boolean {
  return findProgram(name, programHost(process.env)) !== undefined;
}

/** For the titles of tests that are skipped without a program. */
export function toolNote(name: string): string {
  return hasTool(name) ? name : `${name} (skipped: not installed; apt-get install ${name})`;
}
