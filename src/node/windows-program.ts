import { win32 } from 'node:path';
import { variableOf } from './environment.ts';

/** The path of a program that is part of Windows, which no folder of PATH or the current one replaces. */
export function windowsProgram(name: string, env: NodeJS.ProcessEnv): string {
  const root = variableOf(env, 'SystemRoot', 'win32') ?? 'C:\\Windows';
  return win32.join(root, 'System32', name);
}
