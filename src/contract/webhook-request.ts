/** The headers of a webhook request (docs/service.md §8.3). */
export const webhookHeader = {
  signature: 'X-Service-Signature',
  timestamp: 'X-Service-Timestamp',
  eventId: 'X-Service-Event-Id',
} as const;

/** Maximum difference between a request's timestamp and the receiver's clock, in seconds. */
export const signatureTolerance = 300;

/** Timeout of one delivery attempt, in milliseconds. */
export const deliveryTimeout = 5000;
