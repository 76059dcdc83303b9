import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { usageFailure } from '../../errors/failure.ts';
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
export function readSecrets(flags: SecretFlags, shell: Shell): string[] {
  const secrets = configuredSecrets(flags, shell);
  for (const secret of secrets) shell.output.conceal(secret);
  return secrets;
}

function configuredSecrets({ secretFile = [] }: SecretFlags, { env }: Shell): string[] {
  if (secretFile.length > 0) return secretFile.map(readSecret);
  const secret = env['SERVICE_WEBHOOK_SECRET'];
  if (secret) return [secret];
  throw usageFailure(
    'no_secret',
    'no signing secret: neither --secret-file nor SERVICE_WEBHOOK_SECRET is given',
    'delivery connect shows the signing secret once; keep it in a file of your own',
  );
}

/** The signing secrets, each such that it can be the one that the service showed. */
export async function readValidSecrets(flags: SecretFlags, shell: Shell): Promise<string[]> {
  const secrets = readSecrets(flags, shell);
  const { checkSecret } = await import('newswatch/webhooks');
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

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw usageFailure('no_secret', `the secret file ${file} cannot be read (${code})`);
  }
}
