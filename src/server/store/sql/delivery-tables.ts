import type { Dialect } from './dialect.ts';

/** The tables of connections and deliveries. */
export function deliveryTables(dialect: Dialect): string {
  const { text, integer, end, sequenceOfPartitioned, endOfPartitioned, referenceOfPartitioned } =
    dialect;
  const liveDeliveries = dialect.liveDeliveries.text;
  const mayWait = dialect.mayWait.text;
  return `
    CREATE TABLE channels (
      id ${text} PRIMARY KEY,
      account_id ${text} NOT NULL REFERENCES accounts (id),
      platform ${text} NOT NULL,
      webhook_url ${text} NOT NULL,
      monitor_id ${text},
      name ${text},
      status ${text} NOT NULL CHECK (status IN ('active', 'paused', 'disabled', 'ended')),
      status_reason ${text},
      signing_secret ${text} NOT NULL,
      previous_secret ${text},
      previous_secret_expires_at ${integer},
      created_at ${integer} NOT NULL
    ${end};
    CREATE INDEX channels_by_account ON channels (account_id, created_at);
    CREATE INDEX channels_by_monitor ON channels (monitor_id);

    -- Events without their id, so that all deliveries of a run share one row.
    CREATE TABLE payloads (
      id ${text} PRIMARY KEY,
      run_id ${text},
      payload ${text} NOT NULL,
      traceparent ${text}
    ${end};
    CREATE INDEX payloads_by_run ON payloads (run_id);

    CREATE TABLE deliveries (
      sequence ${sequenceOfPartitioned},
      event_id ${text} NOT NULL,
      type ${text} NOT NULL,
      channel_id ${text} NOT NULL,
      account_id ${text} NOT NULL,
      monitor_id ${text},
      run_id ${text},
      created_at ${integer} NOT NULL,
      status ${text} NOT NULL,
      round ${integer} NOT NULL,
      attempts ${integer} NOT NULL,
      round_attempts ${integer} NOT NULL,
      due_at ${integer},
      last_attempt_at ${integer},
      last_status_code ${integer},
      last_error ${text},
      first_status ${text},
      first_status_code ${integer},
      first_error ${text},
      -- When an attempt made the status final.
      settled_at ${integer},
      lease_token ${text},
      lease_until ${integer},
      -- An entry for each attempt (see attempt-log.ts).
      attempt_log ${text} NOT NULL DEFAULT '',
      payload_id ${text} NOT NULL ${referenceOfPartitioned('payloads')},
      -- created_at of a delivery that is final; -1 while it waits, is in flight or is held by a pause.
      partition_time ${integer} NOT NULL
    ${endOfPartitioned({ table: 'deliveries', time: 'partition_time', id: 'event_id', hasLive: true })};
    ${dialect.deliveryIndex('deliveries_by_account', 'account_id, status, created_at')}
    ${dialect.deliveryIndex('deliveries_by_channel', 'channel_id, status, created_at')}
    CREATE INDEX deliveries_by_time ON deliveries (created_at, sequence);
    CREATE INDEX deliveries_by_payload ON deliveries (payload_id);
    CREATE INDEX deliveries_waiting ON ${liveDeliveries} (account_id, channel_id, due_at)
      WHERE ${mayWait};
    CREATE INDEX deliveries_waiting_by_monitor ON ${liveDeliveries} (monitor_id)
      WHERE ${mayWait};
    CREATE INDEX deliveries_due ON ${liveDeliveries} (${dialect.dueTime.text}, sequence)
      WHERE ${mayWait};
    ${dialect.leases}
    CREATE INDEX deliveries_paused ON ${liveDeliveries} (channel_id, created_at)
      WHERE status = 'stopped' AND last_error = 'connection_paused';
    CREATE INDEX deliveries_paused_by_monitor ON ${liveDeliveries} (monitor_id)
      WHERE status = 'stopped' AND last_error = 'connection_paused';
  `;
}
