import type { Command } from 'commander';
import { readApiKey } from '../api-key-source.ts';
import { readConfig } from '../config-file.ts';
import type { Sources } from '../doctor/examine.ts';
import type { Findings } from '../doctor/finding.ts';
import { serviceExitCodes } from '../exit-code.ts';
import { withManual } from '../manual.ts';
import { type Candidates, candidatesOf } from '../setting-sources.ts';
import { callSettings, type GlobalFlags, noBaseUrl } from '../settings.ts';
import type { Shell } from '../shell.ts';

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
  const { withLocalServer } = await import('../local.ts');
  await withLocalServer(({ baseUrl, apiKey }) => {
    const sources: Sources = {
      origin: () => ({ value: baseUrl, source: '--local' }),
      key: async () => ({ value: apiKey, source: '--local' }),
      settings: callSettings(flags),
    };
    return report(sources, shell);
  });
}

async function remoteSources(flags: GlobalFlags, shell: Shell): Promise<Sources> {
  const candidates = await readConfig()
    .then((config) => candidatesOf(flags, shell.env, config))
    .catch((error: unknown) => ({ error }));
  const read = (name: keyof Candidates) => {
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

async function report(sources: Sources, shell: Shell): Promise<void> {
  const { examine } = await import('../doctor/examine.ts');
  const { exitCodeOf } = await import('../doctor/finding.ts');
  const findings = await examine(sources, shell);
  shell.output.document(JSON.stringify({ ok: exitCodeOf(findings) === 0, checks: told(findings) }));
  shell.exit(exitCodeOf(findings));
}

function told(findings: Findings): object[] {
  return Object.entries(findings).map(([name, finding]) => {
    const { status, message } = finding;
    return { name, status, message, hint: 'hint' in finding ? finding.hint : null };
  });
}
