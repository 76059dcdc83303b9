import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { owner } from './program.ts';

/** In megabytes. */
const size = 400;

/** A small file system in memory, which only root can mount. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @returns `undefined` if the system does not allow it */
  static async mount(folder: string): Promise<SmallDisk | undefined> {
    await mkdir(folder, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder], {
        stdio: 'ignore',
      });
    } catch {
      return undefined;
    }
    await chown(folder, owner.uid, owner.gid);
    await chmod(folder, 0o700);
    return new SmallDisk(folder);
  }

  async fill(): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    await writeFile(this.#ballast, Buffer.alloc(bavail * bsize)).catch(() => {});
  }

  async free(): Promise<void> {
    await rm(this.#ballast, { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder]);
  }

  get #ballast(): string {
    return join(this.folder, 'ballast');
  }
}
