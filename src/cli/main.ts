import type { Readable } from 'node:stream';
import { type Command, CommanderError } from 'commander';
import { Deadline, monotonicNow } from '../client/deadline.ts';
import { handleEvents } from '../node/handle-events.ts';
import { secretsInFiles, secretsInInput, secretsOf } from './config/known-secrets.ts';
import { type GlobalFlags, timeoutOf } from './config/settings.ts';
import { type ExitCode, exitCodeForSignal } from './errors/exit-code.ts';
import { Failure, failureOf, outputFailure } from './errors/failure.ts';
import { helpFirst } from './help/find-command.ts';
import { overview } from './help/overview.ts';
import { parserFailure } from './help/parser-failure.ts';
import { Interruption, type SignalSource } from './interruption.ts';
import { Output, type OutputStream } from './output/output.ts';
import { createProgram } from './program.ts';
import type { Shell } from './shell.ts';

/** The parts of `process` that the program uses. */
export interface ProcessLike extends SignalSource {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable;
  stdout: OutputStream;
  stderr: OutputStream;
  exitCode?: number | string | null | undefined;
  /** Seconds since the process started. */
  uptime(): number;
  on: SignalSource['on'] & ((signal: 'SIGUSR2', listener: () => void) => unknown);
  exit(code?: number | string | null): unknown;
}

/**
 * Runs a command line, then ends the process: when all output is written, or at the end of the grace
 * period after a signal.
 */
export async function main(
  args: readonly string[],
  host: ProcessLike,
  interruption = new Interruption(host),
): Promise<void> {
  const start = monotonicNow() - host.uptime() * 1000;
  let globalFlags: GlobalFlags = {};
  let deadline: Promise<Deadline> | undefined;
  const output = new Output(host.stdout, host.stderr, (error) =>
    fail(outputFailure('could not write the whole response to stdout', error)),
  );
  const shell: Shell = {
    env: host.env,
    // Lazy: reading `process.stdin` loads Node modules that most commands do not need.
    get stdin() {
      return host.stdin;
    },
    output,
    exit: (code) => {
      host.exitCode = code;
    },
    interruption: (grace = 0) => {
      interruption.extendGrace(grace);
      return interruption.signal;
    },
    deadline: () => {
      deadline ??= timeoutOf(globalFlags, host.env).then((timeout) =>
        new Deadline(timeout, start).unref(),
      );
      return deadline;
    },
    setProcessTitle: (title) => {
      process.title = title;
    },
    onUserSignal: (listener) => {
      // Listening for this signal throws on Windows.
      if (host.platform !== 'win32') host.on('SIGUSR2', listener);
    },
  };
  let printed = '';
  const program = createProgram(shell, (text) => {
    printed += text;
  });
  program.hook('preAction', (_program, command) => {
    globalFlags = command.optsWithGlobals();
  });
  // The parser's errors do not name their command.
  let failedCommand = program;
  const recordFailure = (command: Command) =>
    command.exitOverride((error) => {
      failedCommand = command;
      throw error;
    });
  eachCommand(program, recordFailure);
  // The commands of a group are created when the group is parsed.
  program.hook('preSubcommand', (_program, command) => eachCommand(command, recordFailure));
  const run = async () => {
    if (args[0] === '__complete') {
      const { completionCandidates } = await import('./help/completion/candidates.ts');
      const words = host.env['NEWSWATCH_COMPLETE']?.split('\n') ?? args.slice(1);
      for (const line of completionCandidates(program, words)) output.plainText(line);
      return;
    }
    rejectInvalidUtf8(args);
    await program.parseAsync(helpFirst(program, args), { from: 'user' });
  };
  const interrupted = interruption.expired.then(() => {
    throw new Failure('interrupted', `interrupted by ${interruption.signal.reason}`, {
      hint: 'Run the command again',
      retryable: true,
      exitCode: exitCodeForSignal(interruption.signal),
    });
  });
  for (const secret of secretsOf(args, host.env)) output.conceal(secret);
  let hasFailed = false;
  const fail = (error: unknown) => {
    hasFailed = true;
    const failure = failureOf(error);
    // A command may report an interrupted step with the exit code of that step.
    const exitCode = exitCodeAfterSignal(interruption.signal) ?? failure.exitCode;
    if (output.terminal) output.problem([failure.message, failure.hint]);
    else output.report({ ...failure.toJSON(), exit_code: exitCode });
    shell.exit(exitCode);
  };
  try {
    await Promise.race([run(), interrupted]);
    await Promise.race([output.flush(), interrupted]);
  } catch (error) {
    // An error may repeat an argument, before the command has read its key.
    for (const secret of await secretsInFiles(args)) output.conceal(secret);
    const cause =
      error instanceof CommanderError
        ? parserOutcome(error, { command: failedCommand, text: printed.trimEnd(), output })
        : error;
    if (cause !== undefined) {
      const limits = { signal: interruption.signal, deadline };
      for (const secret of await secretsInInput(args, () => host.stdin, limits)) {
        output.conceal(secret);
      }
      await handleEvents();
      fail(cause);
    }
    // The reader of a full pipe must not keep the process alive after a signal.
    await Promise.race([output.flush(), interruption.expired]);
  }
  // A signal that arrived while a response was formatted is handled only now.
  await handleEvents();
  const code = exitCodeAfterSignal(interruption.signal);
  // The exit code of a reported error is the one that it names.
  if (code !== undefined && !hasFailed) shell.exit(code);
  host.exit();
}

/** Node replaces bytes of arguments that are not UTF-8 by U+FFFD. */
function rejectInvalidUtf8(args: readonly string[]): void {
  const invalid = args.find((each) => each.includes('\ufffd'));
  if (invalid === undefined) return;
  throw new Failure(
    'not_utf8',
    `the argument ${JSON.stringify(invalid.slice(0, 80))} is not valid UTF-8`,
    { hint: 'Write it in UTF-8, or pipe it: iconv -t utf-8 | newswatch … -' },
  );
}

function eachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command);
  for (const each of command.commands) eachCommand(each, visit);
}

/**
 * Prints help, usage or the version: parsing ends with an error in each case.
 *
 * @param text of the help
 * @returns `undefined` if that is what the user asked for
 */
function parserOutcome(
  error: CommanderError,
  { command, text, output }: { command: Command; text: string; output: Output },
): Failure | undefined {
  // Help that was asked for has the exit code 0.
  const lacksCommand = error.code === 'commander.help' && error.exitCode !== 0;
  if (error.code === 'commander.version') output.plainText(text);
  else if (lacksCommand && !command.parent) output.note(overview(command));
  else if (text) output.note(text);
  return error.exitCode === 0 ? undefined : parserFailure(error, command);
}

/** Returns `undefined` if no signal has arrived. */
function exitCodeAfterSignal(interruption: AbortSignal): ExitCode | undefined {
  return interruption.aborted ? exitCodeForSignal(interruption) : undefined;
}
