/** Why a webhook request was rejected. Programs can rely on these values. */
export type WebhookReason =
  | 'bad_arguments'
  | 'bad_secret'
  | 'missing_signature'
  | 'missing_timestamp'
  | 'missing_event_id'
  | 'malformed_signature'
  | 'signature_mismatch'
  | 'malformed_timestamp'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'not_json'
  | 'not_an_event'
  | 'payload_too_large'
  | 'event_id_mismatch';

const statusCodes: Readonly<Partial<Record<WebhookReason, 400 | 413 | 500>>> = {
  bad_arguments: 500,
  bad_secret: 500,
  payload_too_large: 413,
  not_json: 400,
  not_an_event: 400,
};

/** A webhook request was rejected. The message never contains the secret or the body. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  /** Why the request was rejected. */
  readonly reason: WebhookReason;

  constructor(reason: WebhookReason, message: string) {
    super(message);
    this.reason = reason;
  }

  /**
   * The status code to respond with: 401 for a request that is not authenticated, 400 for a signed
   * body that is not an event, 413 for a body over the limit of `verifyRequest`, 500 for a receiver
   * that is misconfigured or passes wrong arguments (the service then retries).
   */
  get status(): 400 | 401 | 413 | 500 {
    return statusCodes[this.reason] ?? 401;
  }
}
