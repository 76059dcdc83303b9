import type { Command } from 'commander';
import {
  callSettings,
  type GlobalFlags,
  noBaseUrl,
  readApiKey,
  type SettingName,
  settingValues,
} from '../../config/settings.ts';
import { serviceExitCodes } from '../../errors/exit-code.ts';
import { withManual } from '../../help/manual.ts';
import {
  type DocumentFlags,
  openPrinter,
  type PrintDocument,
} from '../../output/print-document.ts';
import { withOutputOptions } from '../../run/command-options.ts';
import type { Shell } from '../../shell.ts';
import type { DoctorChecks } from './check.ts';
import type { CheckSources } from './run-checks.ts';

type DoctorFlags = GlobalFlags & DocumentFlags;

/** Declares `doctor`: checks whether a call can succeed and, if not, why. */
export function declareDoctor(command: Command, shell: Shell): void {
  withManual(withOutputOptions(command), {
    examples,
    exitCodes: serviceExitCodes,
  })
    .description(
      'Check everything that a call needs, and print a hint for each failed check: origin, proxy, DNS, TLS,\nservice, readiness, key, plan, clock, data folder. Changes nothing. The exit code is that of the first failed\ncheck.',
    )
    .action((_flags, command: Command) => doctor(command.optsWithGlobals(), shell));
}

const examples = ['doctor', 'doctor | jq -r \'.checks[] | select(.status == "failed").hint\''];

async function doctor(flags: DoctorFlags, shell: Shell): Promise<void> {
  const print = await openPrinter(flags, shell, { list: 'checks' });
  if (!flags.local) return report(await remoteSources(flags, shell), print, shell);
  const { withLocalServer } = await import('../../run/local-server.ts');
  await withLocalServer(shell, ({ baseUrl, apiKey }) => {
    const sources: CheckSources = {
      origin: () => ({ value: baseUrl, source: '--local' }),
      key: async () => ({ value: apiKey, source: '--local' }),
      settings: callSettings(flags),
    };
    return report(sources, print, shell);
  });
}

async function remoteSources(flags: GlobalFlags, shell: Shell): Promise<CheckSources> {
  const values = await settingValues(flags, shell.env).catch((error: unknown) => ({ error }));
  const effective = (name: SettingName) => {
    if ('error' in values) throw values.error;
    return values[name][0];
  };
  return {
    origin: () => {
      const origin = effective('base_url');
      if (!origin) throw noBaseUrl();
      return origin;
    },
    key: async () => {
      const setting = effective('api_key_file');
      const value = await readApiKey(setting, shell, effective('base_url')?.value);
      shell.output.conceal(value);
      return { value, source: setting?.source ?? '' };
    },
    settings: callSettings(flags, 'error' in values ? undefined : effective('timeout')),
  };
}

async function report(sources: CheckSources, print: PrintDocument, shell: Shell): Promise<void> {
  const { runChecks } = await import('./run-checks.ts');
  const { exitCodeOf } = await import('./check.ts');
  const results = await runChecks(sources, shell);
  await print({ ok: exitCodeOf(results) === 0, checks: toJson(results) });
  shell.exit(exitCodeOf(results));
}

function toJson(results: DoctorChecks): object[] {
  return Object.entries(results).map(([name, result]) => {
    const { status, message } = result;
    return { name, status, message, hint: 'hint' in result ? result.hint : null };
  });
}
