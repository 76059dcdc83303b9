import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import crossSpawn from 'cross-spawn';
import { findProgram, programHost } from './find-program.ts';
import { GroupGuard } from './group-guard.ts';
import { explainCode } from './system-error.ts';

const guard = new GroupGuard();

/**
 * Waits until the program's group is guarded, then becomes the program. If this process ends before
 * that, the program never starts.
 */
const startScript = 'read -r line <&3 || exit 125; exec 3<&-; unset line';

/** Variables that shells add to the environment. */
const shellVariables = ['PWD', 'OLDPWD', 'SHLVL', '_'];

/** What the shell calls itself in its error messages. */
const startName = 'newswatch-start';

/**
 * Starts a program in a new process group. If this process ends before the program, even by SIGKILL,
 * the group is killed. The child emits `error` if it cannot be guarded, and does not start the program.
 *
 * On Windows there are no process groups: if this process ends, only the program itself is killed. It
 * may be a `.cmd` or `.bat` file, or a script with a `#!` line.
 *
 * @param stdio of stdin, stdout and stderr
 * @throws {Error} if an argument has a line break and the program is not an `.exe` file, on Windows
 */
export function guardedSpawn(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  stdio: readonly ['pipe', 'inherit' | 'pipe', 'pipe'],
): ChildProcess {
  if (process.platform === 'win32')
    return spawnOnWindows(program, args, { env, stdio: [...stdio] });
  const options: SpawnOptions = { detached: true, env, stdio: [...stdio, 'pipe'] };
  const added = shellVariables.filter((name) => env[name] === undefined);
  const script = `${startScript} ${added.join(' ')}; exec "$@"`;
  const [shell, ...flags] = shellFor(env);
  const child = spawn(shell, [...flags, '-c', script, startName, program, ...args], options);
  const { pid } = child;
  if (pid === undefined) return child;
  const gate = child.stdio[3];
  if (!(gate instanceof Socket)) return child;
  gate.on('error', () => {});
  guard.add(pid).then(
    () => gate.end('\n'),
    (error: unknown) => {
      gate.destroy();
      child.emit('error', error);
    },
  );
  child.once('exit', () => guard.remove(pid));
  return child;
}

/** Not detached: Windows kills only such children with this process, and detached ones get a console. */
function spawnOnWindows(program: string, args: string[], options: SpawnOptions): ChildProcess {
  const file = findProgram(program, programHost(options.env ?? {}, 'win32')) ?? program;
  if (args.some((each) => isUnquotable(file, each))) {
    throw new Error('an argument of a .cmd or .bat file cannot contain a line break');
  }
  return crossSpawn(program, args, { ...options, windowsHide: true });
}

/** `cmd.exe`, which runs everything but `.exe` and `.com` files, ends the command at a line break. */
export function isUnquotable(file: string, argument: string): boolean {
  return !/\.(exe|com)$/i.test(file) && /[\r\n]/.test(argument);
}

/**
 * Some shells, such as dash, do not pass on variables whose names are not identifiers (`A.B`). Bash
 * does; the flags keep it from reading files and functions of the environment.
 */
function shellFor(env: NodeJS.ProcessEnv): readonly [string, ...string[]] {
  const isPlain = Object.keys(env).every((name) => /^[A-Za-z_]\w*$/.test(name));
  return isPlain || !existsSync('/bin/bash') ? ['/bin/sh'] : ['/bin/bash', '--norc', '-p'];
}

/** Why the program was not started, from what the shell printed; `undefined` if it was. */
export function startProblem(exitCode: number | null, stderr: string): string | undefined {
  if (!stderr.startsWith(`${startName}: `)) return undefined;
  // The exit codes of a program that is missing or not executable are those of POSIX.
  const code = exitCode === 127 ? 'ENOENT' : 'EACCES';
  return `cannot be started: ${explainCode(code)} (${code})`;
}
