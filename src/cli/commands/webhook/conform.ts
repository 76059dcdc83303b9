import type { Command } from 'commander';
import { bundles } from '../../bundles.ts';
import { exitCode } from '../../errors/exit-code.ts';
import { withManual } from '../../help/manual.ts';
import type { Shell } from '../../shell.ts';
import { readValidSecrets, type SecretFlags, withSecretFlag } from './secrets.ts';
import { parseTargetUrl } from './target-url.ts';

/** Adds `webhook conform`: the receiver rules, held against any receiver. */
export function addConform(group: Command, shell: Shell): void {
  withSecretFlag(withManual(group.command('conform'), { examples }))
    .argument('<url>', 'the receiver: https, or http on this machine')
    .summary('Check a receiver against the rules for receivers')
    .description(
      'Check a receiver against the rules for receivers, with real requests: signatures, altered\nbodies, old timestamps, repeats, tests, an answer within five seconds. Prints each rule and\nwhether it is kept; exit code 1 where one is not. The receiver gets a few alerts that look real:\npoint this at one that may.',
    )
    .action((url: string, flags: SecretFlags) => check(url, flags, shell));
}

const examples = [
  'webhook conform http://127.0.0.1:3000/hook --secret-file secret.txt',
  "webhook conform https://hooks.example.com/news --secret-file secret.txt | jq '.checks[] | select(.passed | not)'",
];

async function check(target: string, flags: SecretFlags, shell: Shell): Promise<void> {
  const url = parseTargetUrl(target, '<url>');
  const secrets = await readValidSecrets(flags, shell);
  const { conform } = await bundles.receiver();
  const report = await conform({ url, secrets });
  shell.output.document(JSON.stringify(report));
  if (report.failed > 0) shell.exit(exitCode.unexpected);
}
