import type { Command } from 'commander';
import type { GlobalFlags } from '../../config/settings.ts';
import { serviceExitCodes } from '../../errors/exit-code.ts';
import { invalidInput } from '../../errors/failure.ts';
import { withManual } from '../../help/manual.ts';
import { withOutputOptions } from '../../run/command-options.ts';
import type { Shell } from '../../shell.ts';
import type { LoginFlags } from './login.ts';

/** Declares `auth`: saves an API key, shows which one is used, prints it or deletes it. */
export function declareAuth(group: Command, shell: Shell): void {
  group.description(
    'Save, check and delete the API key. SERVICE_API_KEY always overrides a saved key; --profile selects the profile.',
  );
  withManual(withOutputOptions(group.command('login')), {
    examples: [
      'auth login --base-url https://news.example.com',
      'auth login --profile staging --with-token < key.txt',
    ],
    exitCodes: serviceExitCodes,
  })
    .summary('Save the API key in the keychain of the system')
    .description(
      'Save the API key and the base URL, so that commands need no environment variables. Asks for the key on a\nterminal, checks it with a call, and saves it in the keychain of the system (macOS Keychain, Windows Credential\nManager, Secret Service) or, if there is none, unencrypted in a file that only you can read. stderr says which.',
    )
    .option('--with-token', 'read the key from standard input')
    .option('--insecure-storage', 'save the key in a file even if there is a keychain')
    .option('--no-verify', 'save the key without checking it with a call')
    .action(async (_flags: object, command: Command) => {
      const { login } = await import('./login.ts');
      await login(remoteFlags<LoginFlags>(command), shell);
    });
  withManual(withOutputOptions(group.command('status')), {
    examples: ['auth status', 'auth status | jq -r .api_key_source'],
    exitCodes: serviceExitCodes,
  })
    .summary('Show where the API key comes from and whether it is valid')
    .description(
      'Show where the API key and the base URL are set, where the key is stored, and whether the service accepts it.\nThe key is not printed. Exits with 4 if it is missing or rejected.',
    )
    .action(async (_flags: object, command: Command) => {
      const { status } = await import('./status.ts');
      await status(remoteFlags(command), shell);
    });
  withManual(withOutputOptions(group.command('logout')), {
    examples: ['auth logout', 'auth logout --profile staging'],
    exitCodes: serviceExitCodes.slice(1, 2),
  })
    .summary('Delete the saved API key')
    .description(
      'Delete the API key that auth login saved. The base URL stays. The service still accepts the key until it is\nrevoked in its settings under Agents.',
    )
    .action(async (_flags: object, command: Command) => {
      const { logout } = await import('./logout.ts');
      await logout(remoteFlags(command), shell);
    });
  withManual(group.command('token'), {
    examples: ['auth token', 'auth token --profile staging'],
    exitCodes: serviceExitCodes.slice(1, 2),
  })
    .summary('Print the API key that commands use')
    .description(
      'Print the API key that commands use on stdout, for other programs. It is the only command that prints it.',
    )
    .action(async (_flags: object, command: Command) => {
      const { token } = await import('./token.ts');
      await token(remoteFlags(command), shell);
    });
}

function remoteFlags<Flags extends GlobalFlags>(command: Command): Flags {
  const flags = command.optsWithGlobals<Flags>();
  if (flags.local) throw invalidInput('--local has a key of its own, which auth does not manage');
  return flags;
}
