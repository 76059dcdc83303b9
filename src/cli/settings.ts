import { exitCode } from './exit-code.ts';
import { Failure, usageFailure } from './failure.ts';

/** The flags that every command takes. */
export interface GlobalFlags {
  baseUrl?: string;
  local?: boolean;
  timeout?: string;
  retries?: string;
  strict?: boolean;
  verbose?: boolean;
}

/** Where a command is sent, and how. */
export interface Settings {
  baseUrl: string;
  apiKey: string;
  /** Milliseconds. */
  timeout: number;
  /** How often a call that may be repeated is sent again. */
  retries: number;
  strict: boolean;
  /** Whether each attempt is told on stderr. */
  verbose: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable is an unset one. */
function read(environment: Environment, name: string): string | undefined {
  return environment[name] === '' ? undefined : environment[name];
}

/** The service's address and key: flag over environment. Neither has a default. */
export function remoteSettings(flags: GlobalFlags, environment: Environment): Settings {
  const baseUrl = flags.baseUrl ?? read(environment, 'SERVICE_BASE_URL');
  if (baseUrl === undefined) {
    throw usageFailure(
      'no_base_url',
      'no service to talk to: SERVICE_BASE_URL is not set',
      'Set SERVICE_BASE_URL (or --base-url) to the service’s origin, or use --local for the bundled server',
    );
  }
  const apiKey = read(environment, 'SERVICE_API_KEY');
  if (apiKey === undefined) {
    throw new Failure({
      error: 'no_api_key',
      kind: 'auth',
      message: 'no API key: SERVICE_API_KEY is not set',
      hint: 'Make a key in the service’s settings under Agents, then export SERVICE_API_KEY',
      exitCode: exitCode.auth,
    });
  }
  return { baseUrl, apiKey, ...callSettings(flags) };
}

/** The settings that hold wherever a command is sent. */
export function callSettings(flags: GlobalFlags): Omit<Settings, 'baseUrl' | 'apiKey'> {
  return {
    timeout: parseTimeout(flags.timeout ?? '30'),
    retries: parseRetries(flags.retries ?? '2'),
    strict: flags.strict === true,
    verbose: flags.verbose === true,
  };
}

function parseRetries(text: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  throw usageFailure(
    'invalid_value',
    `--retries must be a whole number from 0 to 99 (got ${JSON.stringify(text)})`,
  );
}

/** Seconds as text, to milliseconds. */
function parseTimeout(text: string): number {
  const seconds = /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds < 0.001 || seconds > 86_400) {
    throw usageFailure(
      'invalid_value',
      `--timeout must be seconds from 0.001 to 86400 (got ${JSON.stringify(text)})`,
    );
  }
  return Math.round(seconds * 1000);
}
