import {
  callback,
  flag,
  listOption,
  milliseconds,
  number,
  type OptionTypes,
  object,
  objectWith,
  ofType,
  signal,
  textOption,
  textsOption,
  wholeNumber,
} from '../contract/option-types.ts';
import { parseHostPort } from '../node/host-port.ts';
import { areQuotas } from '../node/quotas.ts';
import { areRateLimits } from '../node/rate-limit.ts';
import { isRedirectPattern } from '../node/redirect-pattern.ts';
import type { ServerOptions } from './server-options.ts';
import type { StoreLocation } from './store/open-store.ts';

export const storeLocationTypes: OptionTypes<StoreLocation> = {
  data: textOption,
  database: textOption,
  databaseConnections: wholeNumber(1, Number.POSITIVE_INFINITY),
  secretKeys: textsOption,
};

export const serverOptionTypes: OptionTypes<ServerOptions> = {
  ...storeLocationTypes,
  host: textOption,
  port: wholeNumber(0, 65_535),
  publicUrl: textOption,
  pricingUrl: textOption,
  allowedHosts: textsOption,
  allowedRedirects: ofType(
    'an array of https URLs without a query, which may end with /*',
    (value) => textsOption.accepts(value) && (value as string[]).every(isRedirectPattern),
  ),
  clientDocuments: flag,
  trustedProxies: textsOption,
  quotas: ofType(
    'an object of whole numbers such as { monitors: 100, plans: { basic: { monitors: 20 } } }',
    areQuotas,
  ),
  rateLimits: ofType(
    "an object of limits such as { key: '600/1m', address: 'off' }",
    areRateLimits,
  ),
  news: textsOption,
  feeds: textsOption,
  feedInterval: milliseconds(1),
  fixture: {
    description: 'an object, such as readFixtureFile() returns',
    accepts: object.accepts,
  },
  newKey: flag,
  retain: object,
  sample: flag,
  agent: textsOption,
  agentEnv: object,
  agentRunsPerHour: number,
  agentTimeLimit: milliseconds(),
  allowPrivateWebhooks: flag,
  dnsServers: textsOption,
  faults: listOption,
  latency: number,
  overrideGlobals: flag,
  drainDelay: milliseconds(),
  ref: flag,
  journal: number,
  clock: objectWith('setTimer', 'a clock, such as a ManualClock'),
  metrics: ofType(
    'host:port, such as 127.0.0.1:9464',
    (value) => typeof value === 'string' && parseHostPort(value) !== undefined,
  ),
  log: callback,
  signal,
  onProgress: callback,
};
