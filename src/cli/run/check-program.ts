import { findProgram, hasFolder, type ProgramHost, programHost } from '../../node/find-program.ts';
import { Failure } from '../errors/failure.ts';
import { splitCommand } from './split-command.ts';

/**
 * Checks that a program can be started, so that a missing one is reported at startup.
 *
 * @throws {Failure} `no_program`
 */
export function checkProgram(
  name: string,
  flag: string,
  { env }: Pick<ProgramHost, 'env'>,
  host: ProgramHost = programHost(env),
): void {
  if (findProgram(name, host) !== undefined) return;
  const where = hasFolder(name, host.platform) ? '' : ' in any folder of PATH';
  const message = `${flag}: there is no program ${JSON.stringify(name)}${where}`;
  throw new Failure('no_program', message, { hint: separateWords(name, flag, host) });
}

/** The way out if a program and its arguments are one word, as a shell would take them. */
function separateWords(name: string, flag: string, host: ProgramHost): string | undefined {
  const [program = '', ...args] = splitCommand(name) ?? [];
  if (args.length === 0 || findProgram(program, host) === undefined) return undefined;
  return `Write its arguments as separate words: ${flag} ${program} -- ${name.trim().slice(program.length).trim()}`;
}
