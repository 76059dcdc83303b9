/** What `client.alerts.follow()` follows. */
export interface FollowAlertsInput extends FollowRange {
  /** Only alerts of this monitor, which may have been deleted (default: of all monitors). */
  monitor_id?: string | null | undefined;
}

/** Where a poller starts, and how often it polls. */
export interface FollowRange {
  /** Only what was created at or after this RFC 3339 time (default: the time of the first poll). */
  since?: string | null | undefined;
  /** Milliseconds between polls, from 100 to 86,400,000 (default: 10,000). */
  interval?: number | undefined;
}

/** What `client.delivery.follow()` follows. */
export interface FollowDeliveriesInput extends FollowRange {
  /** Only deliveries to this connection (default: to all connections). */
  channel_id?: string | null | undefined;
}
