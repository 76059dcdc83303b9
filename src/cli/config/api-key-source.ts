import { readFileSync } from 'node:fs';
import { describeSystemError } from '../../node/system-error.ts';
import { Failure } from '../errors/failure.ts';
import { readStandardInput } from '../run/standard-input.ts';
import type { Shell } from '../shell.ts';
import type { SettingValue } from './setting-sources.ts';

/** Reads the API key: the value of `SERVICE_API_KEY`, or the content of a file. */
export async function readApiKey(setting: SettingValue | undefined, shell: Shell): Promise<string> {
  if (!setting) {
    throw new Failure('no_api_key', 'no API key is configured: SERVICE_API_KEY is not set');
  }
  const { source, value } = setting;
  if (source === 'SERVICE_API_KEY') return shell.env[source] ?? '';
  const text = value === '-' ? await readStandardInput(shell.stdin) : readKeyFile(setting);
  // Editors and `echo` end files with a newline.
  return text.replace(/\r?\n$/, '');
}

function readKeyFile({ value, source }: SettingValue): string {
  try {
    return readFileSync(value, 'utf8');
  } catch (error) {
    throw new Failure(
      'no_api_key',
      `the API key file ${JSON.stringify(value)} (${source}) cannot be read: ${describeSystemError(error)}`,
      { hint: 'Save the key in this file and protect it with chmod 600' },
    );
  }
}
