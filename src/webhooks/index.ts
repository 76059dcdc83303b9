/**
 * Functions to sign and verify the webhooks of the service, for receivers and their tests.
 *
 * @module newswatch/webhooks
 */

export type { AlertArticle, NewsAlert, WebhookTest } from '../contract/events.ts';
export { signatureTolerance, webhookHeader } from '../contract/webhook-request.ts';
export { explain } from './explain/explain.ts';
export type { SignatureExplanation, SignatureFinding } from './explain/signature-explanation.ts';
export { isNewsAlert } from './is-news-alert.ts';
export type { RawBody } from './raw-body.ts';
export type { RequestHeaders } from './request-headers.ts';
export { checkSecret } from './secret.ts';
export { sign } from './sign.ts';
export { type SignedHeaders, type SigningOptions, signedHeaders } from './signed-headers.ts';
export type { Verified, VerifyOptions } from './signed-request.ts';
export { parseTimestamp } from './timestamp.ts';
export { verify } from './verify.ts';
export {
  type VerifiedRequest,
  type VerifyRequestOptions,
  verifyRequest,
  type WebRequest,
} from './verify-request.ts';
export { WebhookError, type WebhookReason } from './webhook-error.ts';
export {
  isWebhookTest,
  type WebhookEvent,
  type WebhookTestEvent,
} from './webhook-event.ts';
