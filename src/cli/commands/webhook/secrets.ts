import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { bundles } from '../../bundles.ts';
import { usageFailure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';

export interface SecretFlags {
  secretFile?: string[];
}

/** Adds `--secret-file`, once for each secret. */
export function withSecretFlag(command: Command): Command {
  return command.option(
    '--secret-file <file>',
    'file with the signing secret and nothing else (else SERVICE_WEBHOOK_SECRET); again for each further secret while they are changed over',
    (file: string, earlier: string[] = []) => [...earlier, file],
  );
}

/** The signing secrets as they are given, unchecked; from now on no output shows them. */
export async function givenSecrets(flags: SecretFlags, shell: Shell): Promise<string[]> {
  const secrets = await readSecrets(flags, shell);
  for (const secret of secrets) shell.output.conceal(secret);
  return secrets;
}

async function readSecrets({ secretFile = [] }: SecretFlags, { env }: Shell): Promise<string[]> {
  if (secretFile.length > 0) return Promise.all(secretFile.map(readSecret));
  const secret = env['SERVICE_WEBHOOK_SECRET'];
  if (secret) return [secret];
  throw usageFailure(
    'no_secret',
    'no signing secret: neither --secret-file nor SERVICE_WEBHOOK_SECRET is given',
    'delivery connect shows the signing secret once; keep it in a file of your own',
  );
}

/** The signing secrets, each such that it can be the one that the service showed. */
export async function checkedSecrets(flags: SecretFlags, shell: Shell): Promise<string[]> {
  const secrets = await givenSecrets(flags, shell);
  const { checkSecret } = await bundles.webhooks();
  for (const [index, secret] of secrets.entries()) {
    try {
      checkSecret(secret);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const source = flags.secretFile?.[index] ?? 'SERVICE_WEBHOOK_SECRET';
      throw usageFailure(
        'bad_secret',
        `${error.message} (${source})`,
        'Store it without that: printf %s "$secret" > file',
      );
    }
  }
  return secrets;
}

async function readSecret(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw usageFailure('no_secret', `the secret file ${file} cannot be read (${code})`);
  }
}
