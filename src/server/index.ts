/** The reference server, for tests in other people's CI and for `newswatch serve`. */

export { StoreUnavailable } from '../storage/store-unavailable.ts';
export { type Clock, ManualClock, realClock, type Timer } from './clock.ts';
export { copyIntoDatabase } from './copy-into-database.ts';
export { FeedError } from './feeds/feed-error.ts';
export type { ImportProgress, ImportSummary } from './feeds/import-news.ts';
export { jsonLog, type Log } from './log.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export { newKey } from './service/api-key.ts';
export { type Fault, FaultError } from './service/faults.ts';
export { isDatabaseAddress } from './store/open-store.ts';
export { readWorldFile, type World, WorldError, type WorldInput } from './world.ts';
