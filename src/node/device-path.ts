/**
 * The path by which a file is opened. On Windows, Node takes the name `NUL` for a file of the current
 * folder; here it is the null device, as in every program of Windows.
 */
export function devicePath(path: string, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' && /^nul:?$/i.test(path) ? '\\\\.\\NUL' : path;
}
