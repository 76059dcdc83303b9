import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
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
 * the group is killed (not on Windows). The child emits `error` if it cannot be guarded, and does not
 * start the program.
 *
 * @param stdio of stdin, stdout and stderr
 */
export function guardedSpawn(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  stdio: readonly ['pipe', 'inherit' | 'pipe', 'pipe'],
): ChildProcess {
  const options: SpawnOptions = { detached: true, env, stdio: [...stdio, 'pipe'] };
  if (process.platform === 'win32') return spawn(program, args, { ...options, stdio: [...stdio] });
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
