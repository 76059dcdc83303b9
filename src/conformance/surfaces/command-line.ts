import { execFile } from 'node:child_process';
import type { Operation } from '../../contract/operation.ts';
import type { Deployment } from '../deployment.ts';
import { NotChecked } from '../violation.ts';
import { parseJson } from './http.ts';
import type { Surface } from './surface.ts';

/** In bytes, for stdout and stderr each. */
const maxOutput = 10 * 1024 * 1024;

export interface CommandResult {
  /** Exit code; `null` if the program was killed. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs commands of the command line, with an API key in SERVICE_API_KEY or without one. */
export class CommandLine implements Surface {
  readonly #deployment: Deployment;
  readonly #key: string | undefined;

  constructor(deployment: Deployment, key: string | undefined) {
    this.#deployment = deployment;
    this.#key = key;
  }

  /** Runs a command until it exits. */
  run(args: readonly string[]): Promise<CommandResult> {
    const { command, origin, timeout = 30_000 } = this.#deployment;
    if (command === undefined) throw new NotChecked('there is no command line to check');
    const [program, ...words] = command;
    const env = {
      ...userEnvironment(),
      SERVICE_BASE_URL: origin,
      SERVICE_API_KEY: this.#key,
      ...(origin.startsWith('http:') ? { SERVICE_ALLOW_HTTP: '1' } : {}),
    };
    const options = { env, timeout, maxBuffer: maxOutput, killSignal: 'SIGKILL' } as const;
    return new Promise((resolve) => {
      const child = execFile(program, [...words, ...args], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        resolve({ code, stdout, stderr });
      });
      child.stdin?.end();
    });
  }

  async call(...[operation, input]: Parameters<Surface['call']>) {
    const { code, stdout, stderr } = await this.run(argumentsFor(operation, input));
    const isError = code !== 0;
    // Errors of the service are on stdout, those of the program on the last line of stderr.
    const text = isError && stdout === '' ? (stderr.trimEnd().split('\n').at(-1) ?? '') : stdout;
    return { isError, body: parseJson(text, `newswatch ${operation.name} (exit code ${code})`) };
  }

  async close(): Promise<void> {}
}

/** The environment without settings of the command line, which would replace those of the check. */
function userEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^SERVICE_/i.test(name));
  return Object.fromEntries(entries);
}

/** The words of an operation's command: `alerts list --limit=5`. */
function argumentsFor(operation: Operation, input: Readonly<Record<string, unknown>>): string[] {
  const { name, args, flags, confirmation } = operation;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const options = given
    .filter(([field]) => !args.includes(field))
    .map(([field, value]) => {
      const flag = (flags[field] ?? `--${field.replaceAll('_', '-')}`).split(' ')[0] ?? '';
      return value === true ? flag : `${flag}=${value}`;
    });
  const positional = args.flatMap((field) => (field in input ? [String(input[field])] : []));
  const yes = confirmation ? ['--yes'] : [];
  return [...name.replaceAll('_', '-').split('.'), ...options, ...yes, '--', ...positional];
}
