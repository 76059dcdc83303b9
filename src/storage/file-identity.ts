import { statSync } from 'node:fs';

/** Identifies a file by its device and inode, unless it is deleted or replaced. */
export function fileIdentity(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats && `${stats.dev}:${stats.ino}`;
}
