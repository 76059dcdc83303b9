import { type ClientOptions, checkClientOptionNames } from './client-options.ts';
import { SettingError } from './errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the options of a client from the variables of the command line: `SERVICE_BASE_URL`,
 * `SERVICE_API_KEY`, `SERVICE_TIMEOUT` (seconds), `SERVICE_READ_ONLY` and `SERVICE_ALLOW_HTTP`. An
 * empty variable counts as missing.
 *
 * @param overrides take precedence
 * @throws {SettingError} if an override is unknown, or a variable is missing or invalid
 */
export function optionsFromEnv(
  env: Environment,
  overrides: Partial<ClientOptions> = {},
): ClientOptions {
  checkClientOptionNames('createClient.fromEnv()', overrides);
  const given = Object.fromEntries(
    Object.entries(overrides).filter(([, value]) => value !== undefined),
  );
  const { SERVICE_BASE_URL, SERVICE_API_KEY, SERVICE_TIMEOUT } = env;
  const missing = [
    ...(SERVICE_BASE_URL || 'baseUrl' in given ? [] : ['SERVICE_BASE_URL']),
    ...(SERVICE_API_KEY || 'apiKey' in given ? [] : ['SERVICE_API_KEY']),
  ];
  if (missing.length > 0) throw missingVariables(missing);
  return {
    baseUrl: SERVICE_BASE_URL ?? '',
    apiKey: SERVICE_API_KEY ?? '',
    ...(SERVICE_TIMEOUT && !('timeout' in given) ? { timeout: milliseconds(SERVICE_TIMEOUT) } : {}),
    ...(isEnabled(env['SERVICE_READ_ONLY']) ? { readOnly: true } : {}),
    ...(isEnabled(env['SERVICE_ALLOW_HTTP']) ? { allowHttp: true } : {}),
    ...given,
  };
}

/** Whether a variable is set to anything but `0`. */
export function isEnabled(variable: string | undefined): boolean {
  return variable !== undefined && variable !== '' && variable !== '0';
}

/** The variables of the process; none on runtimes without a process. */
export function processEnv(): Environment {
  return globalThis.process?.env ?? {};
}

function missingVariables(names: readonly string[]): SettingError {
  const setting = names.includes('SERVICE_BASE_URL') ? 'base_url' : 'api_key';
  const [verb, object] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return new SettingError(
    setting,
    `${names.join(' and ')} ${verb} not set in the environment`,
    `Set ${object}, or pass baseUrl and apiKey: createClient.fromEnv({ baseUrl, apiKey })`,
  );
}

function milliseconds(seconds: string): number {
  const isSeconds = /^\d{1,5}(\.\d{1,3})?$/.test(seconds);
  const value = isSeconds ? Math.round(Number(seconds) * 1000) : Number.NaN;
  if (value >= 1 && value <= 86_400_000) return value;
  const message = 'SERVICE_TIMEOUT must be a number of seconds from 0.001 to 86400';
  throw new SettingError('timeout', message, 'Set it again, such as SERVICE_TIMEOUT=30');
}
