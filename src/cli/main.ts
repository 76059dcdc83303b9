import type { Readable } from 'node:stream';
import { type Command, CommanderError } from 'commander';
import { exitCode } from './errors/exit-code.ts';
import { Failure, failureOf, usageFailure } from './errors/failure.ts';
import { helpHint } from './help/find-command.ts';
import { Output, type OutputStream } from './output/output.ts';
import { createProgram } from './program.ts';
import type { Shell } from './shell.ts';

/** What the program needs of its process. */
export interface ProcessLike {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable;
  stdout: OutputStream;
  stderr: OutputStream;
  exitCode?: number | string | null | undefined;
  platform: NodeJS.Platform;
  once(signal: 'SIGINT' | 'SIGTERM', listener: (signal: 'SIGINT' | 'SIGTERM') => void): unknown;
  on(signal: 'SIGUSR2', listener: () => void): unknown;
}

/**
 * Runs one command line. Sets the process's exit code and returns: the process ends by itself once
 * its output has drained, so that nothing is cut off in a pipe.
 */
export async function main(args: readonly string[], host: ProcessLike): Promise<void> {
  const output = new Output(host.stdout, host.stderr, (error) => fail(lostOutput(error), shell));
  const shell: Shell = {
    env: host.env,
    // Making it loads modules of Node that most commands have no use for.
    get stdin() {
      return host.stdin;
    },
    output,
    exit: (code) => {
      host.exitCode = code;
    },
    interrupted: () =>
      new Promise((resolve) => {
        host.once('SIGINT', resolve);
        host.once('SIGTERM', resolve);
      }),
    showAs: (title) => {
      process.title = title;
    },
    onUserSignal: (listener) => {
      // Windows has no such signal, and listening for it is an error there.
      if (host.platform !== 'win32') host.on('SIGUSR2', listener);
    },
  };
  let printed = '';
  const program = createProgram(shell, (text) => {
    printed += text;
  });
  let refusing = program;
  const remember = (command: Command) =>
    command.exitOverride((error) => {
      refusing = command;
      throw error;
    });
  eachCommand(program, remember);
  // Those of a group are made when it is looked into.
  program.hook('preSubcommand', (_program, command) => eachCommand(command, remember));
  try {
    refuseForeignBytes(args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) endParsing(error, refusing, printed.trimEnd(), shell);
    else fail(error, shell);
  }
}

/** Where the terminal writes another encoding than UTF-8, what arrives is not what was written. */
function refuseForeignBytes(args: readonly string[]): void {
  const foreign = args.find((each) => each.includes('\ufffd'));
  if (foreign === undefined) return;
  throw usageFailure(
    'not_utf8',
    `the argument ${JSON.stringify(foreign.slice(0, 80))} holds bytes that are no UTF-8`,
    'Write it in UTF-8, or pipe it: iconv -t utf-8 | newswatch … -',
  );
}

/** The parser's errors do not say which command they are of. */
function eachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command);
  for (const each of command.commands) eachCommand(each, visit);
}

/** Help, the version, and what the parser itself refuses. */
function endParsing(error: CommanderError, of: Command, printed: string, shell: Shell): void {
  if (error.code === 'commander.version') shell.output.answer(printed);
  else if (printed) shell.output.note(printed);
  if (error.exitCode !== 0) fail(parserFailure(error, of), shell);
}

/** Commander puts its suggestion on a second line of the message. */
function parserFailure(error: CommanderError, command: Command) {
  if (error.code === 'commander.help') {
    return usageFailure('missing_command', 'a command is missing', 'Choose one of those listed');
  }
  const [first = '', suggestion] = error.message.split('\n');
  const message = first.replace(/^error: /, '');
  const name = error.code.replace('commander.', '').replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
  return usageFailure(
    name,
    message,
    suggestion?.replace(/^\((.*)\)$/, '$1') ?? hintFor(error, command),
  );
}

function hintFor({ code, message }: CommanderError, command: Command): string {
  if (code === 'commander.unknownOption' && !message.includes("'--")) {
    return 'Put -- before a value that begins with a dash';
  }
  if (code === 'commander.excessArguments') return 'Quote a value that holds spaces';
  return helpHint(command);
}

function lostOutput(error: Error): Failure {
  return new Failure(
    {
      error: 'output_lost',
      kind: 'internal',
      message: `stdout did not take the whole answer: ${error.message}`,
      hint: 'The call itself may have been carried out: look before you repeat a write',
      exitCode: exitCode.unexpected,
    },
    { cause: error },
  );
}

function fail(error: unknown, shell: Shell): void {
  const failure = failureOf(error);
  shell.output.report(failure);
  if (shell.output.terminal) {
    const { message, hint } = failure.details;
    shell.output.note(`newswatch: ${message}${hint ? `\n  ${hint}` : ''}`);
  }
  shell.exit(failure.details.exitCode);
}
