import {
  callback,
  flag,
  listOption,
  milliseconds,
  number,
  type OptionTypes,
  object,
  objectWith,
  signal,
  textOption,
  textsOption,
  wholeNumber,
} from '../contract/option-types.ts';
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
  trustedProxies: textsOption,
  news: textsOption,
  feeds: textsOption,
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
  preload: flag,
  drainDelay: milliseconds(),
  ref: flag,
  journal: number,
  clock: objectWith('setTimer', 'a clock, such as a ManualClock'),
  log: callback,
  signal,
  onProgress: callback,
};
