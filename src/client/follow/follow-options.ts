/** What `client.alerts.follow()` follows. */
export interface FollowAlertsInput {
  /** Only alerts created at or after this RFC 3339 time (default: the time of the first poll). */
  since?: string | null | undefined;
  /** Milliseconds between polls, from 100 to 86,400,000 (default: 10,000). */
  interval?: number | undefined;
}

/** What `client.delivery.follow()` follows. */
export interface FollowDeliveriesInput {
  /** Only deliveries to this connection (default: to all connections). */
  channel_id?: string | null | undefined;
  /** Only deliveries created at or after this RFC 3339 time (default: the time of the first poll). */
  since?: string | null | undefined;
  /** Milliseconds between polls, from 100 to 86,400,000 (default: 10,000). */
  interval?: number | undefined;
}
