import { finished } from 'node:stream/promises';
import { checkOptions } from '../../contract/check-options.ts';
import {
  callback,
  type OptionTypes,
  object,
  required,
  textsOption,
  wholeNumber,
} from '../../contract/option-types.ts';
import { withVariables } from '../../node/environment.ts';
import { LineWriter } from '../../node/line-writer.ts';
import { type Log, silentLog } from '../../node/log.ts';
import { runSubprocess, SubprocessError } from '../../node/subprocess.ts';
import type { Handler } from '../handler.ts';
import type { StoredEvent } from '../inbox-event.ts';

/** Options of {@link execHandler}. */
export interface ExecOptions {
  /** A program and its arguments. They do not pass through a shell or contain event data. */
  command: readonly [string, ...string[]];
  /** The environment of the program; the two variables of the event are added. */
  env: NodeJS.ProcessEnv;
  /** Maximum number of events handled at a time (default: 4). */
  concurrency?: number;
  /** Gets a warning if a program cannot be killed (default: no log). */
  log?: Log;
  /** Called with each line that a program prints on stderr (default: only the end is kept, for errors). */
  onErrorLine?: (line: string) => void;
}

const optionTypes: OptionTypes<ExecOptions> = {
  command: required(textsOption),
  env: required(object),
  concurrency: wholeNumber(1, Number.POSITIVE_INFINITY),
  log: callback,
  onErrorLine: callback,
};

/**
 * Runs a program for each event: the body on stdin, `NEWSWATCH_EVENT_ID` and `NEWSWATCH_EVENT_TYPE`
 * in the environment. Exit code 0 is success. On a timeout, the program and all processes that it
 * started are killed; the call ends when the program has exited.
 *
 * @example
 * ```ts
 * const handler = execHandler({ command: ['python3', 'handle.py'], env: process.env });
 * ```
 *
 * @throws {TypeError} if an option is unknown or missing, or has another type
 */
export function execHandler(options: ExecOptions): Handler {
  checkOptions('execHandler()', options, optionTypes);
  const { command, env, concurrency = 4, log = silentLog, onErrorLine } = options;
  const open = new Set<Promise<void>>();
  const errorOutput = () => {
    if (!onErrorLine) return undefined;
    const writer = new LineWriter(onErrorLine);
    const ended = finished(writer).finally(() => open.delete(ended));
    open.add(ended);
    return writer;
  };
  return {
    concurrency,
    close: async () => {
      await Promise.all(open);
    },
    handle: async (event, { signal }) => {
      try {
        await runSubprocess({
          command,
          env: withVariables(env, variablesOf(event)),
          input: event.body,
          signal,
          errorOutput: errorOutput(),
          onKillFailure: (message) => log('error', 'handler cannot be killed', { message }),
        });
      } catch (error) {
        if (!(error instanceof SubprocessError)) throw error;
        const { message, stderr } = error;
        throw new Error(`${command[0]} ${message}${stderr && `: ${stderr}`}`, { cause: error });
      }
    },
  };
}

/** Environment variables cannot contain NUL. */
function variablesOf({ id, type }: StoredEvent): NodeJS.ProcessEnv {
  return {
    NEWSWATCH_EVENT_ID: id.replaceAll('\0', ''),
    NEWSWATCH_EVENT_TYPE: type.replaceAll('\0', ''),
  };
}
