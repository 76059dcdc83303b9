import type { Readable } from 'node:stream';
import { type Command, CommanderError } from 'commander';
import { Deadline, monotonicNow } from '../client/deadline.ts';
import { handleEvents } from '../node/handle-events.ts';
import { secretsInFiles, secretsInInput, secretsOf } from './config/known-secrets.ts';
import { type GlobalFlags, timeoutOf } from './config/settings.ts';
import { type ExitCode, exitCodeForSignal } from './errors/exit-code.ts';
import { Failure, failureOf, interruptedEarly, outputFailure, seeHelp } from './errors/failure.ts';
import { helpFirst, helpHint } from './help/find-command.ts';
import { overview } from './help/overview.ts';
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
  let start: number | undefined;
  let globalFlags: GlobalFlags = {};
  let deadline: Promise<Deadline> | undefined;
  let started: Command | undefined;
  let lost: Failure | undefined;
  const output = new Output(host, (error) => {
    lost ??= outputFailure('could not write the whole output to stdout', error);
  });
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
    finishing: (work) => interruption.finishing(work),
    lendTerminal: (ended) => interruption.lendTerminal(ended),
    deadline: () => {
      deadline ??= timeoutOf(globalFlags, host.env).then((timeout) =>
        new Deadline(timeout, start ?? monotonicNow() - host.uptime() * 1000).unref(),
      );
      return deadline;
    },
    restartDeadline: () => {
      start = monotonicNow();
      deadline = undefined;
    },
    setProcessTitle: (title) => {
      process.title = title;
    },
    onUserSignal: (listener) => {
      // Listening for this signal throws on Windows.
      if (host.platform !== 'win32') host.on('SIGUSR2', listener);
    },
  };
  interruption.signal.addEventListener('abort', () => {
    // The terminal shows ^C where the cursor is.
    if (output.terminal && interruption.signal.reason === 'SIGINT') output.note('');
  });
  let printed = '';
  const program = createProgram(shell, (text) => {
    printed += text;
  });
  program.hook('preAction', (_program, command) => {
    globalFlags = command.optsWithGlobals();
    started = command;
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
      for (const line of await completionCandidates(program, words)) output.plainText(line);
      return;
    }
    rejectInvalidUtf8(args);
    await program.parseAsync(await helpFirst(program, args), { from: 'user' });
  };
  const interrupted = interruption.expired.then(() => {
    throw interruptedEarly(interruption.signal);
  });
  for (const secret of secretsOf(args, host.env)) output.conceal(secret);
  let hasFailed = false;
  let isAnswered = false;
  const fail = (error: unknown) => {
    hasFailed = true;
    const failure = failureOf(error);
    // A command may report an interrupted step with the exit code of that step.
    const exitCode = exitCodeAfterSignal(interruption.signal) ?? failure.exitCode;
    const hint = started && failure.hint === seeHelp ? helpHint(started) : failure.hint;
    if (output.terminal) output.problem([failure.message, hint]);
    else output.report({ ...failure.toJSON(), hint, exit_code: exitCode });
    output.close();
    shell.exit(exitCode);
  };
  const causeOf = async (error: unknown) => {
    if (!(error instanceof CommanderError)) return error;
    const text = printed.trimEnd();
    const failure = await parserOutcome(error, { command: failedCommand, text, shell });
    // The version may have been printed.
    await Promise.race([output.flush(), interruption.expired]);
    return failure ?? lost;
  };
  try {
    await Promise.race([run(), interrupted]);
    await Promise.race([output.flush(), interrupted]);
    // The last line of stderr, after the notes of the command.
    if (lost) throw lost;
  } catch (error) {
    isAnswered = isAnswer(error);
    for (const secret of await secretsForError(error, args)) output.conceal(secret);
    const cause = await causeOf(error);
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
  if (!isAnswered) await handleEvents();
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

/** An error may repeat an argument, before the command has read its key. */
async function secretsForError(error: unknown, args: readonly string[]): Promise<string[]> {
  return isAnswer(error) ? [] : secretsInFiles(args);
}

/** Whether a command line asked for what the parser prints, such as help: nothing has failed. */
function isAnswer(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === 0;
}

/**
 * Prints help, usage or the version: parsing ends with an error in each case.
 *
 * @param text of the help
 * @returns `undefined` if that is what the user asked for
 */
async function parserOutcome(
  error: CommanderError,
  { command, text, shell }: { command: Command; text: string; shell: Shell },
): Promise<Failure | undefined> {
  const { output, env } = shell;
  const colors = { env, choice: command.optsWithGlobals<GlobalFlags>().color };
  // Help that was asked for has the exit code 0.
  const lacksCommand = error.code === 'commander.help' && error.exitCode !== 0;
  if (error.code === 'commander.version') output.plainText(text);
  else if (lacksCommand && !command.parent)
    output.help(`${await overview(command, output.columns)}\n`, colors);
  else if (text) output.help(text, colors);
  if (error.exitCode === 0) return undefined;
  const { parserFailure } = await import('./help/parser-failure.ts');
  return parserFailure(error, command);
}

/** Returns `undefined` if no signal has arrived. */
function exitCodeAfterSignal(interruption: AbortSignal): ExitCode | undefined {
  return interruption.aborted ? exitCodeForSignal(interruption) : undefined;
}
