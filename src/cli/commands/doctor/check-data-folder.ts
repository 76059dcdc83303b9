import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { userFolders } from '../../config/user-folders.ts';
import { exitCode } from '../../errors/exit-code.ts';
import { type CheckResult, failed, failedWith, ok } from './check.ts';

/** Whether the data folder can be written, or made where it is not there yet. Changes nothing. */
export async function checkDataFolder(): Promise<CheckResult> {
  try {
    return await examineFolder((await userFolders()).data);
  } catch (error) {
    return failedWith(error);
  }
}

async function examineFolder(folder: string): Promise<CheckResult> {
  try {
    const there = await nearestThere(folder);
    await access(there, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(there === folder ? `${folder} can be written` : `${folder} can be made`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const hint = 'Give it back to its owner, or move it with XDG_DATA_HOME';
    return failed(`${folder} cannot be written (${code})`, hint, exitCode.unexpected);
  }
}

/** @throws with `ENOTDIR` where something that is no folder is in the way */
async function nearestThere(folder: string): Promise<string> {
  try {
    const found = await stat(folder);
    if (found.isDirectory()) return folder;
    throw Object.assign(new Error(`${folder} is no folder`), { code: 'ENOTDIR' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return nearestThere(dirname(folder));
  }
}
