import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../../node/error-code.ts';
import { describeSystemError } from '../../../node/system-error.ts';
import { userFolders } from '../../config/user-folders.ts';
import { exitCode } from '../../errors/exit-code.ts';
import { type DoctorCheck, failed, failedWith, ok } from './check.ts';

/** Whether the data folder is writable, or can be created. Creates nothing. */
export async function checkDataFolder(): Promise<DoctorCheck> {
  const folders = await userFolders().catch(failedWith);
  if ('status' in folders) return folders;
  const { data: folder } = folders;
  try {
    const existing = await nearestExisting(folder);
    await access(existing, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(existing === folder ? `${folder} is writable` : `${folder} can be created`);
  } catch (error) {
    const hint = 'Make it writable, or choose another with XDG_DATA_HOME';
    const message = `${folder} is not writable: ${describeSystemError(error)}`;
    return failed(message, hint, exitCode.unexpected);
  }
}

/**
 * The folder, or its nearest parent that exists.
 *
 * @throws an error with the code `ENOTDIR` if that is not a folder
 */
async function nearestExisting(folder: string): Promise<string> {
  try {
    const found = await stat(folder);
    if (found.isDirectory()) return folder;
    throw Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    return nearestExisting(dirname(folder));
  }
}
