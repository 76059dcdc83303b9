import { stat } from 'node:fs/promises';
import { isIP, isIPv6 } from 'node:net';
import type { FixtureInput, ServerOptions } from 'newswatch/server';
import { parseOrigin } from '../../../client/base-url.ts';
import { parseHostPort } from '../../../node/host-port.ts';
import { type LogLevel, logLevels } from '../../../node/log.ts';
import { areQuotas, type QuotaSettings } from '../../../node/quotas.ts';
import { areRateLimits } from '../../../node/rate-limit.ts';
import { isRedirectPattern } from '../../../node/redirect-pattern.ts';
import { bundles } from '../../bundles.ts';
import { isHttpAllowed } from '../../config/settings.ts';
import { userFolders } from '../../config/user-folders.ts';
import { invalidInput, invalidValue } from '../../errors/failure.ts';
import { parseInteger, parsePort, parseSeconds } from '../../run/flag-values.ts';
import { rejectExposedFile } from '../../run/reject-exposed-file.ts';
import type { Shell } from '../../shell.ts';
import { agentOptions } from './agent.ts';
import { parseFaultText } from './parse-fault-text.ts';
import { readSecretKeys } from './secret-keys.ts';

export interface ServeFlags {
  host: string;
  allowHost?: string[];
  allowRedirect?: string[];
  clientDocuments: boolean;
  port: string;
  publicUrl?: string;
  trustProxy?: string[];
  rateLimit?: string[];
  quota?: string[];
  data?: string;
  database?: string | undefined;
  databaseConnections: string;
  copyFrom?: string;
  news?: string[];
  feed?: string[];
  feedInterval: string;
  fixture?: string;
  sample?: boolean;
  retain?: string[];
  secretKeyFile?: string;
  newKey?: boolean;
  clockRate: string;
  drainDelay: string;
  agent?: string;
  agentEnv?: string[];
  agentRunsPerHour: string;
  fault?: string[];
  latency: string;
  metrics?: string;
  logLevel: string;
  allowPrivateWebhooks?: boolean;
}

/** @throws {Failure} if a flag is invalid */
export async function serverOptions(flags: ServeFlags, shell: Shell): Promise<ServerOptions> {
  const { realClock } = await bundles.server();
  const options: ServerOptions = {
    host: requireNonEmpty('--host', flags.host),
    allowedHosts: (flags.allowHost ?? []).map(parseHostName),
    allowedRedirects: (flags.allowRedirect ?? []).map(parseRedirect),
    clientDocuments: flags.clientDocuments,
    port: parsePort(flags.port),
    trustedProxies: (flags.trustProxy ?? []).map(parseNetwork),
    ...limitOptions(flags),
    news: flags.news ?? [],
    feeds: flags.feed ?? [],
    feedInterval: parseInterval(flags.feedInterval),
    sample: flags.sample === true,
    newKey: flags.newKey === true,
    allowPrivateWebhooks: flags.allowPrivateWebhooks === true,
    faults: (flags.fault ?? []).map(parseFaultText),
    latency: parseInteger('--latency', flags.latency, { min: 0, max: 999_999 }),
    journal: 0,
    overrideGlobals: true,
    drainDelay: parseSeconds('--drain-delay', flags.drainDelay, { min: 0 }),
    clock: realClock(parseRate(flags.clockRate)),
  };
  if (flags.database === undefined) {
    options.data = requireNonEmpty('--data', flags.data ?? (await userFolders()).data);
  } else {
    const range = { min: 1, max: 9999 };
    options.database = flags.database;
    options.databaseConnections = parseInteger(
      '--database-connections',
      flags.databaseConnections,
      range,
    );
  }
  const secretKeys = await readSecretKeys(flags.secretKeyFile, shell);
  if (secretKeys) options.secretKeys = secretKeys;
  if (flags.retain !== undefined) options.retain = parseRetain(flags.retain);
  if (flags.publicUrl !== undefined) {
    options.publicUrl = parseOrigin(flags.publicUrl, { allowHttp: isHttpAllowed(shell) });
  }
  if (flags.metrics !== undefined) options.metrics = parseMetrics(flags.metrics);
  Object.assign(options, await agentOptions(flags, shell));
  if (flags.fixture !== undefined) options.fixture = await readFixture(flags.fixture, shell);
  return options;
}

/** @throws {Failure} if it contains keys or secrets and other users can access it */
async function readFixture(file: string, { output }: Shell): Promise<FixtureInput> {
  const { readFixtureFile } = await bundles.server();
  const fixture = await readFixtureFile(file);
  if (hasSecrets(fixture)) {
    await rejectExposedFile({ file, name: `--fixture ${file}`, stats: await stat(file) }, output);
  }
  return fixture;
}

function hasSecrets({ accounts = [], connections = [] }: FixtureInput): boolean {
  return (
    accounts.some(({ keys = [] }) => keys.length > 0) ||
    connections.some((each) => each.signing_secret ?? each.previous_secret)
  );
}

function requireNonEmpty(flag: string, value: string): string {
  if (value.trim() !== '') return value;
  throw invalidInput(`${flag} must not be empty`);
}

/** Accepts a host name or IPv6 address without a port. */
function parseHostName(text: string): string {
  if (/^[\w.-]+$/.test(text) || isIPv6(text)) return text;
  throw invalidValue('--allow-host', 'a host name without scheme and port', text);
}

function parseRedirect(text: string): string {
  if (isRedirectPattern(text)) return text;
  throw invalidValue(
    '--allow-redirect',
    'an https URL with a path and without a query; it may end with /*',
    text,
  );
}

/** Accepts an IP address, or a network in CIDR notation. */
function parseNetwork(text: string): string {
  const [, address = text, bits = '0'] = /^(.*)\/(\d{1,3})$/.exec(text) ?? [];
  if (isIP(address) && Number(bits) <= (isIPv6(address) ? 128 : 32)) return text;
  throw invalidValue('--trust-proxy', 'an IP address or a network such as 10.0.0.0/8', text);
}

function limitOptions({ rateLimit = [], quota = [] }: ServeFlags) {
  return { rateLimits: parseRateLimits(rateLimit), quotas: parseQuotas(quota) };
}

/** Parses `kind=limit`, such as `key=600/1m`. */
function parseRateLimits(texts: readonly string[]): Readonly<Record<string, string>> {
  const limits = new Map<string, string>();
  for (const text of texts) {
    const [, kind = '', limit = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
    if (!areRateLimits({ [kind]: limit })) {
      throw invalidValue('--rate-limit', 'key=600/1m, address=3000/10s or key=off', text);
    }
    if (limits.has(kind)) throw invalidInput(`--rate-limit has more than one limit for ${kind}`);
    limits.set(kind, limit);
  }
  return Object.fromEntries(limits);
}

/** @throws {Failure} if there is no such level */
export function parseLogLevel(text: string): LogLevel {
  const level = logLevels.find((each) => each === text);
  if (level) return level;
  throw invalidValue('--log-level', 'error, warn, info or debug', text);
}

function parseMetrics(text: string): string {
  if (parseHostPort(text)) return text;
  throw invalidValue('--metrics', 'host:port, such as 127.0.0.1:9464 or [::1]:9464', text);
}

/** Parses `kind=number` of all plans or of one, such as `monitors=100` or `basic:monitors=20`. */
function parseQuotas(texts: readonly string[]): QuotaSettings {
  const given = new Set<string>();
  const ofAll: Record<string, number> = {};
  const ofPlans = new Map<string, Record<string, number>>();
  for (const text of texts) {
    const [, plan, kind = '', count] = /^(?:([^:=]*):)?(\w+)=(\d{1,9})$/.exec(text) ?? [];
    const quota = { [kind]: Number(count) };
    if (!areQuotas(plan === undefined ? quota : { plans: { [plan]: quota } })) {
      const examples = 'monitors=100, connections=10, prompt=2000 or basic:monitors=20';
      throw invalidValue('--quota', examples, text);
    }
    const [name = ''] = text.split('=');
    if (given.has(name)) throw invalidInput(`--quota has more than one number for ${name}`);
    given.add(name);
    if (plan === undefined) Object.assign(ofAll, quota);
    else ofPlans.set(plan, { ...ofPlans.get(plan), ...quota });
  }
  return { ...ofAll, plans: Object.fromEntries(ofPlans) };
}

/** Parses `kind=time`; the server checks both. */
function parseRetain(texts: readonly string[]): Readonly<Record<string, string>> {
  const times = new Map<string, string>();
  for (const text of texts) {
    const [, kind, time] = /^(\w+)=(\w+)$/.exec(text) ?? [];
    if (kind === undefined || time === undefined) {
      throw invalidValue('--retain', 'kind=time, such as runs=30d or news=forever', text);
    }
    if (times.has(kind)) throw invalidInput(`--retain has more than one time for ${kind}`);
    times.set(kind, time);
  }
  return Object.fromEntries(times);
}

/** At most what a timer can wait. */
const maxInterval = 24 * 86_400_000;

function parseInterval(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const milliseconds =
    Number(count) * ({ s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit] ?? 0);
  if (milliseconds > 0 && milliseconds <= maxInterval) return milliseconds;
  throw invalidValue('--feed-interval', 'a duration from 1s to 24d, such as 30s, 15m or 2h', text);
}

function parseRate(text: string): number {
  const rate = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (rate > 0) return rate;
  throw invalidValue('--clock-rate', 'a number greater than 0', text);
}
