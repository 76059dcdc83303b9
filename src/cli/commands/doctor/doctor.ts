import type { Command } from 'commander';
import { readApiKey } from '../../config/api-key-source.ts';
import { readConfig } from '../../config/config-file.ts';
import { type SettingValues, settingValues } from '../../config/setting-sources.ts';
import { callSettings, type GlobalFlags, noBaseUrl } from '../../config/settings.ts';
import { serviceExitCodes } from '../../errors/exit-code.ts';
import { withManual } from '../../help/manual.ts';
import type { Shell } from '../../shell.ts';
import type { CheckResults } from './check.ts';
import type { CheckSources } from './run-checks.ts';

/** Adds `doctor`: whether a call can work from here, and if not, why. */
export function addDoctor(program: Command, shell: Shell): void {
  withManual(program.command('doctor'), { examples, exitCodes: serviceExitCodes })
    .summary('Look at everything that a call needs, and say what is wrong')
    .description(
      'Look at everything that a call needs and say what is wrong and the way out: origin, proxy, DNS,\nTLS, the service, key, plan, clock, data folder. It changes nothing. Exits as a command would that\nmet the first thing that is wrong.',
    )
    .action(() => doctor(program.opts<GlobalFlags>(), shell));
}

const examples = ['doctor', 'doctor | jq -r \'.checks[] | select(.status == "failed").hint\''];

async function doctor(flags: GlobalFlags, shell: Shell): Promise<void> {
  if (!flags.local) return report(await remoteSources(flags, shell), shell);
  const { withLocalServer } = await import('../../run/local-server.ts');
  await withLocalServer(({ baseUrl, apiKey }) => {
    const sources: CheckSources = {
      origin: () => ({ value: baseUrl, source: '--local' }),
      key: async () => ({ value: apiKey, source: '--local' }),
      settings: callSettings(flags),
    };
    return report(sources, shell);
  });
}

async function remoteSources(flags: GlobalFlags, shell: Shell): Promise<CheckSources> {
  const candidates = await readConfig()
    .then((config) => settingValues(flags, shell.env, config))
    .catch((error: unknown) => ({ error }));
  const read = (name: keyof SettingValues) => {
    if ('error' in candidates) throw candidates.error;
    return candidates[name][0];
  };
  return {
    origin: () => {
      const origin = read('base_url');
      if (!origin) throw noBaseUrl();
      return origin;
    },
    key: async () => {
      const place = read('api_key');
      const value = await readApiKey(place, shell);
      shell.output.conceal(value);
      return { value, source: place?.source ?? '' };
    },
    settings: callSettings(flags, 'error' in candidates ? undefined : read('timeout')),
  };
}

async function report(sources: CheckSources, shell: Shell): Promise<void> {
  const { runChecks } = await import('./run-checks.ts');
  const { exitCodeOf } = await import('./check.ts');
  const findings = await runChecks(sources, shell);
  shell.output.document(JSON.stringify({ ok: exitCodeOf(findings) === 0, checks: told(findings) }));
  shell.exit(exitCodeOf(findings));
}

function told(findings: CheckResults): object[] {
  return Object.entries(findings).map(([name, finding]) => {
    const { status, message } = finding;
    return { name, status, message, hint: 'hint' in finding ? finding.hint : null };
  });
}
