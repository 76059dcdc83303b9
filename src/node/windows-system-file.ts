import { win32 } from 'node:path';
import { variableOf } from './environment.ts';

/** The path of a file in the system folder of Windows; programs there are not replaced by others of PATH. */
export function windowsSystemFile(name: string, env: NodeJS.ProcessEnv): string {
  const root = variableOf(env, 'SystemRoot', 'win32') ?? 'C:\\Windows';
  return win32.join(root, 'System32', name);
}
