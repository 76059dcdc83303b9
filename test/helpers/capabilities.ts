/** Whether the system has a POSIX shell, process groups, modes of files and signals between processes. */
export const isPosix = process.platform !== 'win32';
