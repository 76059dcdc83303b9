import {
  callback,
  flag,
  list,
  milliseconds,
  number,
  type OptionTypes,
  object,
  objectWith,
  signal,
  text,
  texts,
  wholeNumber,
} from '../contract/option-types.ts';
import type { ServerOptions } from './server-options.ts';
import type { StoreLocation } from './store/open-store.ts';

export const storeLocationTypes: OptionTypes<StoreLocation> = {
  data: text,
  database: text,
  databaseConnections: wholeNumber(1, Number.POSITIVE_INFINITY),
  secretKeys: texts,
};

export const serverOptionTypes: OptionTypes<ServerOptions> = {
  ...storeLocationTypes,
  host: text,
  port: wholeNumber(0, 65_535),
  publicUrl: text,
  pricingUrl: text,
  allowedHosts: texts,
  trustedProxies: texts,
  news: texts,
  feeds: texts,
  fixture: {
    description: 'an object, such as one from readFixtureFile(),',
    accepts: object.accepts,
  },
  newKey: flag,
  retain: object,
  sample: flag,
  agent: texts,
  agentEnv: object,
  agentRunsPerHour: number,
  agentTimeLimit: milliseconds(),
  allowPrivateWebhooks: flag,
  dnsServers: texts,
  faults: list,
  latency: number,
  overrideGlobals: flag,
  preload: flag,
  drainDelay: milliseconds(),
  ref: flag,
  journal: number,
  clock: objectWith('setTimer', 'a clock, such as a ManualClock'),
  log: callback,
  signal,
  onProgress: callback,
};
