/**
 * The reference server: for `newswatch serve`, and for tests of other programs.
 *
 * @module newswatch/server
 */

export type * from '../generated/fixture.ts';
export type { OperationName } from '../generated/operations.ts';
export { jsonLog, type Log } from '../node/log.ts';
export { MissingPartsError } from '../storage/installed-parts.ts';
export { StoreUnavailable } from '../storage/store-unavailable.ts';
export { type AddNewsOptions, addNews } from './add-news.ts';
export { bundledAgents } from './agent/bundled-agents.ts';
export { type Clock, ManualClock, realClock, type Timer } from './clock.ts';
export { copyIntoDatabase } from './copy-into-database.ts';
export { type DeleteNewsOptions, deleteNews, type TakedownCounts } from './delete-news.ts';
export type {
  AdminAccount,
  AdminAccounts,
  DeletedAccount,
} from './domain/accounts/account-admin.ts';
export { AdminError } from './domain/accounts/admin-error.ts';
export type { AdminPage, AdminPageOptions } from './domain/accounts/admin-page.ts';
export { newApiKey } from './domain/accounts/api-key.ts';
export type { AdminKey, NewAdminKey } from './domain/accounts/key-admin.ts';
export type { AdminTeams } from './domain/accounts/team-admin.ts';
export type { RetainedKind } from './domain/retention/retention.ts';
export { FeedError } from './feeds/feed-error.ts';
export type { ImportSummary } from './feeds/import-news.ts';
export type { ImportProgress } from './feeds/read-news.ts';
export { type Admin, type AdminOptions, openAdmin } from './open-admin.ts';
export { startServer } from './server.ts';
export type { AddItemsOptions, RunningServer, ServerOptions } from './server-options.ts';
export { assertServerParts } from './server-parts.ts';
export type { CopyProgress } from './store/copy-store.ts';
export { isDatabaseAddress } from './store/open-store.ts';
export type { TeamRecord } from './store/store.ts';
export { ClockError, type Duration } from './testing/advance.ts';
export { NewsError } from './testing/checked-news.ts';
export type { DeliveryAttempt } from './testing/delivery-attempt.ts';
export { type Fault, FaultError, type ResponseFault } from './testing/fault.ts';
export type { ServerFaults } from './testing/faults.ts';
export { FixtureError, readFixtureFile } from './testing/fixture/fixture.ts';
export { fixtureJsonSchema } from './testing/fixture/fixture-json-schema.ts';
export type { Journal } from './testing/journal.ts';
export type { JournaledRequest } from './testing/journaled-request.ts';
export { type Snapshot, SnapshotError } from './testing/snapshot.ts';
