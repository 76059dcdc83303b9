import { checkApiKey } from '../../../client/api-key.ts';
import { parseBaseUrl } from '../../../client/base-url.ts';
import { Deadline } from '../../../client/deadline.ts';
import { operations } from '../../../contract/operations.ts';
import { proxyFor } from '../../config/proxy.ts';
import type { SettingValue } from '../../config/setting-sources.ts';
import type { CallSettings } from '../../config/settings.ts';
import { callFailure } from '../../errors/failure.ts';
import { createCliClient } from '../../run/cli-client.ts';
import type { Shell } from '../../shell.ts';
import { type CheckResult, type CheckResults, failedWith, ok, skipped } from './check.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDns, checkProxy, checkTls } from './check-network.ts';
import { checkService } from './check-service.ts';

/** What a call would be made with. Reading the origin or the key may fail, as it may for a call. */
export interface CheckSources {
  origin(): SettingValue;
  key(): Promise<SettingValue>;
  settings: Omit<CallSettings, 'baseUrl' | 'apiKey'>;
}

type Network = Pick<CheckResults, 'proxy' | 'dns' | 'tls'>;
type Answered = Pick<CheckResults, 'service' | 'key' | 'plan' | 'clock'>;

/**
 * Looks at everything that a call needs, each thing after what it needs itself. The way to the
 * service and then the call itself may each take as long as a call may.
 */
export async function runChecks(sources: CheckSources, shell: Shell): Promise<CheckResults> {
  const deadline = new Deadline(sources.settings.timeout);
  const origin = originIn(sources);
  const network =
    origin.url === undefined
      ? noNetwork('the origin is not known')
      : await examineNetwork(origin.url, deadline);
  const isBroken = Object.values(network).some(({ status }) => status === 'failed');
  const reachable = isBroken ? undefined : origin.url?.origin;
  return {
    origin: origin.finding,
    ...network,
    ...(await askService(reachable, sources, shell)),
    data_folder: await checkDataFolder(),
  };
}

function originIn(sources: CheckSources): { finding: CheckResult; url?: URL } {
  try {
    const { value, source } = sources.origin();
    const origin = parseBaseUrl(value);
    return { finding: ok(`${origin} (${source})`), url: new URL(origin) };
  } catch (error) {
    return { finding: failedWith(error) };
  }
}

function noNetwork(why: string): Network {
  return { proxy: skipped(why), dns: skipped(why), tls: skipped(why) };
}

async function examineNetwork(origin: URL, deadline: Deadline): Promise<Network> {
  let proxy: string | undefined;
  try {
    proxy = proxyFor(origin.origin);
  } catch (error) {
    return { ...noNetwork('the proxy is not known'), proxy: failedWith(error) };
  }
  if (proxy !== undefined) {
    const proxied = await checkProxy(proxy, deadline);
    return { ...noNetwork('it is behind the proxy: see service'), proxy: proxied };
  }
  const dns = await checkDns(origin, deadline);
  return {
    proxy: ok('none is named for this origin'),
    dns,
    tls: await tlsOf(origin, dns, deadline),
  };
}

async function tlsOf(origin: URL, dns: CheckResult, deadline: Deadline): Promise<CheckResult> {
  if (origin.protocol === 'http:') return skipped('plain http, which only loopback may have');
  if (dns.status === 'failed') return skipped('the name leads nowhere');
  return checkTls(origin, deadline);
}

/** @param origin `undefined` where there is no way to the service */
async function askService(
  origin: string | undefined,
  sources: CheckSources,
  shell: Shell,
): Promise<Answered> {
  const unknown = skipped('the service was not asked');
  const answered = { service: unknown, key: unknown, plan: unknown, clock: unknown };
  let key: SettingValue;
  try {
    key = await sources.key();
    checkApiKey(key.value);
  } catch (error) {
    return { ...answered, key: failedWith(error) };
  }
  if (origin === undefined) return answered;
  const caller = createCliClient(
    { ...sources.settings, baseUrl: origin, apiKey: key.value },
    shell,
  );
  try {
    const answer = await caller.call(operations.account.overview, {});
    return checkService(answer, key.source, Date.now());
  } catch (error) {
    return { ...answered, service: failedWith(callFailure(error, operations.account.overview)) };
  } finally {
    await caller.close();
  }
}
