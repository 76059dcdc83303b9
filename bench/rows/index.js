import { batch } from './batch.js';
import { commandMemory } from './command-memory.js';
import { deadEndpoint } from './dead-endpoint.js';
import { delivery } from './delivery.js';
import { deliveryPostgres } from './delivery-postgres.js';
import { growth } from './growth.js';
import { longPrompt } from './long-prompt.js';
import { matching } from './matching.js';
import { mcp } from './mcp.js';
import { memory } from './memory.js';
import { newsIn } from './news-in.js';
import { newsInPostgres } from './news-in-postgres.js';
import { pendingMemory } from './pending-memory.js';
import { postgres } from './postgres.js';
import { ranking } from './ranking.js';
import { receiver } from './receiver.js';
import { searchEngines } from './search-engines.js';
import { searchLatency } from './search-latency.js';
import { searchRate } from './search-rate.js';
import { serveReady } from './serve-ready.js';
import { settledOutbox } from './settled-outbox.js';
import { startUp } from './start-up.js';
import { testServers } from './test-servers.js';
import { ticks } from './ticks.js';
import { version } from './version.js';

/**
 * Every row of the report, in order. The `figures` of a row have a description, a unit, an optional
 * target and an optional bound for `--check`. `measure()` returns the median, minimum and maximum of each
 * figure under the same name, without the figures that this machine cannot measure.
 */
export const rows = [
  startUp,
  version,
  commandMemory,
  batch,
  serveReady,
  testServers,
  searchLatency,
  searchRate,
  searchEngines,
  ranking,
  newsIn,
  matching,
  ticks,
  longPrompt,
  newsInPostgres,
  delivery,
  deliveryPostgres,
  receiver,
  memory,
  growth,
  postgres,
  settledOutbox,
  deadEndpoint,
  pendingMemory,
  mcp,
];
