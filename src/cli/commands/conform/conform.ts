import { type Command, Option } from 'commander';
import type { Deployment, StatementResult } from 'newswatch/conformance';
import { checkApiKey } from '../../../client/api-key.ts';
import { parseOrigin } from '../../../client/base-url.ts';
import { operations } from '../../../contract/operations.ts';
import { describeSystemError } from '../../../node/system-error.ts';
import { bundles } from '../../bundles.ts';
import { proxyFor } from '../../config/proxy.ts';
import { type GlobalFlags, localSettings, remoteSettings } from '../../config/settings.ts';
import { exitCode, serviceExitCodes } from '../../errors/exit-code.ts';
import { callFailure, Failure, invalidInput } from '../../errors/failure.ts';
import { withManual } from '../../help/manual.ts';
import { type DocumentFlags, openView, printWith, write } from '../../output/print-document.ts';
import { printErrorResponse } from '../../output/print-response.ts';
import type { View } from '../../output/view/view.ts';
import { createCliClient } from '../../run/cli-client.ts';
import { withOutputOptions } from '../../run/command-options.ts';
import { parsePort } from '../../run/flag-values.ts';
import { assertNotReadOnly } from '../../run/read-only.ts';
import { readText } from '../../run/read-source.ts';
import type { Shell } from '../../shell.ts';
import { parseTargetUrl } from '../webhook/target-url.ts';

interface ConformFlags extends GlobalFlags, DocumentFlags {
  service?: string;
  allowChanges?: boolean;
  leaveBehind?: boolean;
  unpaidKeyFile?: string;
  revokedKeyFile?: string;
  otherKeyFile?: string;
  receiverUrl?: string;
  receiverPort?: string;
  only?: string[];
  markdown?: boolean;
}

/** Declares `conform`: checks any deployment of the service against its contract. */
export function declareConform(command: Command, shell: Shell): void {
  const exitCodes = [...serviceExitCodes, exitCode.read_only];
  withManual(withOutputOptions(command), { examples, exitCodes })
    .description(
      'Check a deployment of the service against its contract, statement by statement, over HTTP, MCP and\nthis command line. Prints the result of each statement: passed, failed, or skipped with what it needs.\nExits with 1 if one failed.\n\nThe checks only read unless you pass --allow-changes. With it they create monitors and connections in\nthe account of the key, send events to your receiver, and delete what they created; use a test account.\nThey never buy or change a plan. With --local they check the bundled server, in memory and completely.',
    )
    .option('--service <origin>', 'origin of the service (default: SERVICE_BASE_URL)')
    .option('--allow-changes', 'also run checks that create, change and delete things')
    .option('--leave-behind', 'also create what the service has no function to delete')
    .option('--unpaid-key-file <file>', 'file with a key of an account without a plan')
    .option('--revoked-key-file <file>', 'file with a key that was revoked')
    .option('--other-key-file <file>', 'file with a key of another account with a plan')
    .option('--receiver-url <url>', 'public URL that leads to --receiver-port on this machine')
    .option('--receiver-port <port>', 'port to receive webhooks on (default: 8788)')
    .option('--only <section...>', 'check only these sections or statements: 8, 8.3, 8.3-2')
    .addOption(
      new Option('--markdown', 'print tables in Markdown').conflicts([
        'format',
        'fields',
        'jq',
        'compact',
      ]),
    )
    .action((_flags, command: Command) => conform(command.optsWithGlobals(), shell));
}

const examples = [
  'conform --service https://news.example.com',
  'conform --local --only 1.1',
  'conform --allow-changes --unpaid-key-file unpaid.txt --receiver-url https://hooks.example.com/check',
];

const defaultReceiverPort = '8788';

/** Of a result. */
const fields = ['id', 'statement', 'surface', 'result', 'reason', 'shown_by', 'left_behind'];

async function conform(flags: ConformFlags, shell: Shell): Promise<void> {
  const command = [process.execPath, process.argv[1] ?? ''] as const;
  const view = await openView(flags, { list: 'results', fields }, shell);
  if (flags.local && flags.service !== undefined) {
    throw new Failure('conflicting_option', '--service cannot be used with --local');
  }
  if (flags.local) {
    const { timeout } = await localSettings(flags, shell);
    const { startLocalDeployments } = await import('./local-deployments.ts');
    const local = await startLocalDeployments({ command, timeout });
    await report(local.deployments, view, flags, shell).finally(() => local.close());
    return;
  }
  if (flags.allowChanges) assertNotReadOnly('conform --allow-changes', shell);
  const baseUrl = flags.service ?? flags.baseUrl;
  const settings = await remoteSettings({ ...flags, ...(baseUrl && { baseUrl }) }, shell);
  const receiver = receiverAddress(flags);
  const others = await readKeys(flags, shell);
  if (!(await isUsable(settings, flags, shell))) return;
  const origin = parseOrigin(settings.baseUrl, settings);
  const deployment = {
    origin,
    keys: { paid: settings.apiKey, ...others },
    proxy: proxyFor(origin),
    allowChanges: flags.allowChanges === true,
    leaveBehind: flags.leaveBehind === true,
    command,
    timeout: settings.timeout,
    receiver,
  };
  await report([deployment], view, flags, shell);
}

function receiverAddress({ receiverUrl, receiverPort }: ConformFlags): Deployment['receiver'] {
  if (receiverUrl === undefined) {
    if (receiverPort === undefined) return undefined;
    throw invalidInput('--receiver-port needs --receiver-url');
  }
  const publicUrl = parseTargetUrl(receiverUrl, '--receiver-url').href;
  return { publicUrl, port: parsePort(receiverPort ?? defaultReceiverPort) };
}

/** Reads the files with further keys. All later output redacts them. */
async function readKeys(flags: ConformFlags, shell: Shell): Promise<Record<string, string>> {
  const files = {
    unpaid: ['--unpaid-key-file', flags.unpaidKeyFile],
    revoked: ['--revoked-key-file', flags.revokedKeyFile],
    other: ['--other-key-file', flags.otherKeyFile],
  } as const;
  const keys: Record<string, string> = {};
  for (const [caller, [flag, file]] of Object.entries(files)) {
    if (file === undefined) continue;
    const text = await readText(
      { file, name: `${flag} ${file}`, code: 'no_api_key', isSecret: true },
      shell,
    );
    keys[caller] = checkApiKey(text.replace(/\r?\n$/, ''));
    shell.output.conceal(keys[caller]);
  }
  return keys;
}

/**
 * Whether the service responds and the key has a plan. Otherwise every check would fail, so this
 * prints the error of the service instead.
 */
async function isUsable(
  settings: Awaited<ReturnType<typeof remoteSettings>>,
  flags: ConformFlags,
  shell: Shell,
): Promise<boolean> {
  const client = createCliClient(settings, shell);
  try {
    const operation = operations.news.latest;
    const response = await client.call(operation, { limit: 1 });
    if (response.status < 400) return true;
    await printErrorResponse(response, flags, shell);
    return false;
  } catch (error) {
    throw callFailure(error, operations.news.latest);
  } finally {
    await client.close();
  }
}

/** Runs the checks and prints their results. */
async function report(
  deployments: [Deployment, ...Deployment[]],
  view: View,
  flags: ConformFlags,
  shell: Shell,
): Promise<void> {
  const { Conformance, statements, toMarkdown } = await bundles.conformance();
  const isIncluded = filterOf(
    flags.only,
    statements.map(({ id }) => id),
  );
  const { output } = shell;
  const interruption = shell.interruption();
  const conformance = new Conformance(deployments);
  const results: StatementResult[] = [];
  const streams = view.streams && flags.output === undefined;
  try {
    await conformance.open().catch((error: unknown) => {
      throw invalidInput(`--receiver-port: ${describeSystemError(error)}`);
    });
    for await (const result of conformance.results(isIncluded)) {
      results.push(result);
      if (streams) output.text(await view.render(JSON.stringify({ results: [result] })));
      if (interruption.aborted) break;
    }
  } finally {
    await conformance.close();
  }
  const count = (kind: string) => results.filter(({ result }) => result === kind).length;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  if (flags.markdown) await write(toMarkdown(results), flags, shell);
  else if (!streams) {
    const [{ origin: service }] = deployments;
    const document = JSON.stringify({ service, ...counts, results });
    await printWith(view, document, { isWrite: true }, flags, shell);
  }
  const { passed, failed, skipped } = counts;
  output.note(`newswatch: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  for (const { kind, id } of results.flatMap(({ left_behind = [] }) => left_behind)) {
    output.note(`newswatch: the ${kind} ${id} could not be deleted; delete it in the settings`);
  }
  if (failed > 0) shell.exit(exitCode.unexpected);
}

/**
 * @param only sections and statements (default: everything)
 * @throws {Failure} if there is no such section or statement
 */
function filterOf(
  only: readonly string[] | undefined,
  ids: readonly string[],
): (id: string) => boolean {
  if (only === undefined) return () => true;
  const isIn = (id: string, prefix: string) =>
    id === prefix || id.startsWith(`${prefix}.`) || id.startsWith(`${prefix}-`);
  const unknown = only.find((prefix) => !ids.some((id) => isIn(id, prefix)));
  if (unknown !== undefined) {
    throw invalidInput(`--only: there is no statement or section ${JSON.stringify(unknown)}`);
  }
  return (id) => only.some((prefix) => isIn(id, prefix));
}
