interface Definition {
  kind: 'counter' | 'histogram' | 'gauge';
  help: string;
  /** Their values must be few and known in advance: never an id, an address or text of a client. */
  labels: readonly string[];
  /** Upper bounds of a histogram, in seconds. */
  buckets?: readonly number[];
}

type Labels = readonly string[];

function counter<const Names extends Labels>(help: string, labels: Names) {
  return { kind: 'counter', help, labels } as const;
}

function gauge<const Names extends Labels>(help: string, labels: Names) {
  return { kind: 'gauge', help, labels } as const;
}

function histogram<const Names extends Labels>(
  help: string,
  labels: Names,
  buckets: readonly number[],
) {
  return { kind: 'histogram', help, labels, buckets } as const;
}

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const attemptBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const agentBuckets = [0.1, 0.5, 1, 2.5, 5, 10, 20, 40, 60, 120];

/** Every metric of the server, by its name. Times are in seconds. */
export const metricDefinitions = {
  newswatch_http_requests_total: counter(
    'HTTP requests by operation, or route of a page, and status.',
    ['operation', 'status'],
  ),
  newswatch_http_request_duration_seconds: histogram(
    'Time from the headers of a request to those of its response.',
    ['operation'],
    requestBuckets,
  ),
  newswatch_mcp_calls_total: counter('MCP tool calls by operation and outcome: ok, or an error.', [
    'operation',
    'outcome',
  ]),
  newswatch_rate_limited_total: counter('Requests and calls rejected by a limit.', ['limit']),
  newswatch_connections_closed_total: counter(
    'TCP connections closed by a limit: waiting (too many of an address), unread (a response).',
    ['limit'],
  ),
  newswatch_quota_exceeded_total: counter('Requests beyond a quota of an account.', ['quota']),
  newswatch_oauth_clients_deleted_total: counter(
    'OAuth clients deleted because too many were stored that no user has approved.',
    [],
  ),
  newswatch_runs_total: counter('Stored runs of monitors by trigger and status.', [
    'trigger',
    'status',
  ]),
  newswatch_webhook_attempts_total: counter(
    'Requests to webhooks by outcome (delivered, retry, failed) and error.',
    ['outcome', 'error'],
  ),
  newswatch_webhook_attempt_duration_seconds: histogram(
    'Duration of requests to webhooks, including DNS lookups.',
    ['outcome'],
    attemptBuckets,
  ),
  newswatch_feed_polls_total: counter(
    'Polls of the feeds of --feed (server) and of monitors by outcome (read, unchanged, failed).',
    ['feed', 'outcome'],
  ),
  newswatch_agent_calls_total: counter('Calls of the agent by outcome (ok, failed).', ['outcome']),
  newswatch_agent_call_duration_seconds: histogram(
    'Duration of calls of the agent.',
    ['outcome'],
    agentBuckets,
  ),
  newswatch_database_errors_total: counter(
    'Errors of the database. Work is repeated after conflict and connection_closed.',
    ['kind'],
  ),
  newswatch_database_connections: gauge('Connections of the PostgreSQL pool.', ['state']),
  newswatch_database_connection_waiters: gauge(
    'Statements and transactions that wait for a connection from the pool.',
    [],
  ),
  newswatch_store_up: gauge('Whether the store responded when the backlog was last read.', []),
  newswatch_outbox_deliveries: gauge(
    'Deliveries that are not settled: waiting for their time, due, or in an attempt.',
    ['state'],
  ),
  newswatch_outbox_oldest_due_seconds: gauge('How long the oldest due delivery has been due.', []),
  newswatch_tick_lag_seconds: gauge(
    'How long the oldest tick that no server has started has been due.',
    [],
  ),
  newswatch_matching_lag_items: gauge('News items that are not matched with the monitors yet.', []),
  newswatch_build_info: gauge('1, with the version of the server.', ['version']),
} satisfies Record<string, Definition>;

type Definitions = typeof metricDefinitions;

/** The names of the metrics of one kind. */
export type MetricName<Kind extends Definition['kind']> = {
  [Name in keyof Definitions]: Definitions[Name]['kind'] extends Kind ? Name : never;
}[keyof Definitions];

/** A value for each label of a metric. */
export type LabelsOf<Name extends keyof Definitions> = Readonly<
  Record<Definitions[Name]['labels'][number], string>
>;
