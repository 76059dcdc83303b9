import { checkApiKey } from '../../../client/api-key.ts';
import { parseBaseUrl } from '../../../client/base-url.ts';
import { parseProxy } from '../../../client/connection/proxy.ts';
import type { Deadline } from '../../../client/deadline.ts';
import { operations } from '../../../contract/operations.ts';
import { proxyFor } from '../../config/proxy.ts';
import { type CallSettings, isHttpAllowed, type SettingValue } from '../../config/settings.ts';
import { callFailure } from '../../errors/failure.ts';
import { createCliClient } from '../../run/cli-client.ts';
import type { Shell } from '../../shell.ts';
import { type DoctorCheck, type DoctorChecks, failedWith, ok, skipped } from './check.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDns, checkProxy, checkTls } from './check-network.ts';
import { checkReadiness } from './check-readiness.ts';
import { checkService } from './check-service.ts';

/** The settings of a call. Reading the origin or the key may throw. */
export interface CheckSources {
  origin(): SettingValue;
  key(): Promise<SettingValue>;
  settings: Omit<CallSettings, 'baseUrl' | 'apiKey'>;
}

type NetworkResults = Pick<DoctorChecks, 'proxy' | 'dns' | 'tls'>;
type ServiceResults = Pick<DoctorChecks, 'service' | 'readiness' | 'key' | 'plan' | 'clock'>;

/** Checks what a call needs, within one deadline. */
export async function runChecks(sources: CheckSources, shell: Shell): Promise<DoctorChecks> {
  const deadline = await shell.deadline();
  const origin = checkOrigin(sources, isHttpAllowed(shell));
  const network =
    origin.url === undefined
      ? skipNetwork('needs an origin')
      : await checkNetwork(origin.url, deadline);
  const isReachable = Object.values(network).every(({ status }) => status !== 'failed');
  return {
    origin: origin.result,
    ...network,
    ...(await callService(isReachable ? origin.baseUrl : undefined, sources, shell)),
    data_folder: await checkDataFolder(),
  };
}

function checkOrigin(
  sources: CheckSources,
  allowHttp: boolean,
): { result: DoctorCheck; baseUrl?: string; url?: URL } {
  try {
    const { value, source } = sources.origin();
    const baseUrl = parseBaseUrl(value, { allowHttp });
    return { result: ok(`${baseUrl} (${source})`), baseUrl: value, url: new URL(baseUrl) };
  } catch (error) {
    return { result: failedWith(error) };
  }
}

function skipNetwork(reason: string): NetworkResults {
  return { proxy: skipped(reason), dns: skipped(reason), tls: skipped(reason) };
}

async function checkNetwork(origin: URL, deadline: Deadline): Promise<NetworkResults> {
  let proxy: string | undefined;
  try {
    proxy = proxyFor(origin.origin);
  } catch (error) {
    return { ...skipNetwork('needs a valid proxy'), proxy: failedWith(error) };
  }
  if (proxy !== undefined) {
    const result = await checkProxy(parseProxy(proxy), deadline);
    return { ...skipNetwork('not checked behind a proxy; see service'), proxy: result };
  }
  const dns = await checkDns(origin, deadline);
  const tls =
    origin.protocol === 'http:'
      ? skipped('plain http')
      : dns.status === 'failed'
        ? skipped('needs a resolvable host name')
        : await checkTls(origin, deadline);
  return { proxy: ok('no proxy for this origin'), dns, tls };
}

/** @param origin `undefined` if the service is unreachable */
async function callService(
  origin: string | undefined,
  sources: CheckSources,
  shell: Shell,
): Promise<ServiceResults> {
  const notCalled = skipped('the service was not called');
  const results = {
    service: notCalled,
    readiness: notCalled,
    key: notCalled,
    plan: notCalled,
    clock: notCalled,
  };
  const key = await keyOf(sources);
  if (origin === undefined) return { ...results, ...('status' in key && { key }) };
  const allowHttp = isHttpAllowed(shell);
  const settings = { ...sources.settings, baseUrl: origin, allowHttp };
  const deadline = await shell.deadline();
  if ('status' in key) {
    const client = createCliClient(settings, shell);
    const readiness = await checkReadiness(client, deadline).finally(() => client.close());
    return { ...results, service: skipped('needs an API key'), readiness, key };
  }
  const client = createCliClient({ ...settings, apiKey: key.value }, shell);
  try {
    const response = await client.call(operations.account.overview, {}, { deadline });
    const { service, ...others } = checkService(response, key.source, Date.now());
    return { service, readiness: await checkReadiness(client, deadline), ...others };
  } catch (error) {
    return { ...results, service: failedWith(callFailure(error, operations.account.overview)) };
  } finally {
    await client.close();
  }
}

/** The API key, or why there is none that can be sent. */
async function keyOf(sources: CheckSources): Promise<SettingValue | DoctorCheck> {
  try {
    const key = await sources.key();
    checkApiKey(key.value);
    return key;
  } catch (error) {
    return failedWith(error);
  }
}
