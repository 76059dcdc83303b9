import { readFileSync } from 'node:fs';
import { exitCode } from '../errors/exit-code.ts';
import { Failure } from '../errors/failure.ts';
import { readStandardInput } from '../run/standard-input.ts';
import type { Shell } from '../shell.ts';
import type { SettingValue } from './setting-sources.ts';

/** Reads the key from where it was said to be; `SERVICE_API_KEY` holds it, every other is a file. */
export async function readApiKey(place: SettingValue | undefined, shell: Shell): Promise<string> {
  if (!place) {
    throw noKey(
      'no API key: SERVICE_API_KEY is not set',
      'Make a key in the service’s settings under Agents, then export SERVICE_API_KEY',
    );
  }
  const { source, value } = place;
  if (source === 'SERVICE_API_KEY') return shell.env[source] ?? '';
  const text = value === '-' ? await readStandardInput(shell.stdin) : readKeyFile(place);
  // A file ends with a newline where an editor or `echo` wrote it.
  return text.replace(/\r?\n$/, '');
}

function readKeyFile({ value, source }: SettingValue): string {
  try {
    return readFileSync(value, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw noKey(
      `no API key: the file ${JSON.stringify(value)} (${source}) cannot be read (${code})`,
      'Write the key into it, for your eyes alone: chmod 600',
    );
  }
}

function noKey(message: string, hint: string): Failure {
  return new Failure({ error: 'no_api_key', kind: 'auth', message, hint, exitCode: exitCode.auth });
}
