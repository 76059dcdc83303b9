import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The library of Debian's package `faketime`; `undefined` if it is not installed. */
export const faketimeLibrary = readdirSync('/usr/lib', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => join('/usr/lib', name, 'faketime/libfaketimeMT.so.1'))
  .find((path) => existsSync(path));

/** Environment variables for a process whose clock is off by the content of a file, such as `+14h`. */
export function wrongClock(file: string): Record<string, string> {
  return {
    LD_PRELOAD: faketimeLibrary ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
  };
}
