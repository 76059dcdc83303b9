import type { Command } from 'commander';
import { Failure } from '../../errors/failure.ts';
import { type InputShell, readText } from '../../run/read-source.ts';
import type { Shell } from '../../shell.ts';

export interface SecretFlags {
  secretFile?: string[];
}

/** Adds `--secret-file`, which can be repeated. */
export function withSecretFlag(command: Command): Command {
  return command.option(
    '--secret-file <file>',
    'file with only the signing secret (default: SERVICE_WEBHOOK_SECRET); repeatable, for secret rotation',
    (file: string, earlier: string[] = []) => [...earlier, file],
  );
}

/** Reads the signing secrets without validating them. All later output redacts them. */
export async function readSecrets({ secretFile }: SecretFlags, shell: Shell): Promise<string[]> {
  const { env, output } = shell;
  const { SERVICE_WEBHOOK_SECRET: fromEnv } = env;
  const secrets: string[] = [];
  for (const file of secretFile ?? []) secrets.push(await readSecret(file, shell));
  if (!secretFile && fromEnv) secrets.push(fromEnv);
  if (secrets.length === 0) {
    const message = 'no signing secret: neither --secret-file nor SERVICE_WEBHOOK_SECRET is set';
    throw new Failure('no_secret', message);
  }
  for (const secret of secrets) output.conceal(secret);
  return secrets;
}

/**
 * Reads the signing secrets.
 *
 * @throws {Failure} if one is not a valid signing secret
 */
export async function readValidSecrets(flags: SecretFlags, shell: Shell): Promise<string[]> {
  const secrets = await readSecrets(flags, shell);
  const { checkSecret } = await import('newswatch/webhooks');
  for (const [index, secret] of secrets.entries()) {
    try {
      checkSecret(secret);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const source = flags.secretFile?.[index] ?? 'SERVICE_WEBHOOK_SECRET';
      throw new Failure('bad_secret', `${error.message} (${source})`);
    }
  }
  return secrets;
}

function readSecret(file: string, shell: InputShell): Promise<string> {
  return readText(
    { file, name: `the secret file ${file}`, code: 'no_secret', isSecret: true },
    shell,
  );
}
