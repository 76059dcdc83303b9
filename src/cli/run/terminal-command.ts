import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/**
 * Starts a command of the system's shell, such as `less -R`, that has the terminal. A Ctrl-C that it handles
 * does not end its shell.
 *
 * @param args further arguments, which the shell does not interpret
 */
export function startOnTerminal(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  if (process.platform === 'win32') {
    const quoted = args.map((each) => ` "${each}"`).join('');
    return spawn(command + quoted, { ...options, shell: true });
  }
  const line = args.length > 0 ? `${command} "$@"` : command;
  return spawn('sh', ['-c', `trap : INT\n${line}`, 'sh', ...args], options);
}

/**
 * Whether SIGINT ended a command that `startOnTerminal` started. Ctrl-C reaches the command and this process at
 * the same time: the command may have ended before this process gets its own signal.
 */
export function endedBySigint(code: number | null, signal: NodeJS.Signals | null): boolean {
  // A shell ends with 130 if SIGINT ended the command that it ran.
  return signal === 'SIGINT' || code === 130;
}
