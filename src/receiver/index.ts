/**
 * A durable receiver for the webhooks of the service, and checks for other receivers.
 *
 * @module newswatch/receiver
 */

export type { Log } from '../node/log.ts';
export { MissingPartsError } from '../storage/installed-parts.ts';
export { StoreUnavailable } from '../storage/store-unavailable.ts';
export {
  type ConformOptions,
  type ConformReport,
  type ConformResult,
  conform,
} from './conformance/conform.ts';
export { sampleEvent } from './conformance/sample-event.ts';
export { type Handler, OutputClosedError } from './handler.ts';
export { type ExecOptions, execHandler } from './handlers/exec.ts';
export { forwardHandler } from './handlers/forward.ts';
export { linesHandler } from './handlers/lines.ts';
export { Inbox } from './inbox.ts';
export type { DeadLetter, EventState, InboxEvent, StoredEvent } from './inbox-event.ts';
export { type PostOptions, type PostResponse, post } from './post.ts';
export { type Receiver, type ReceiverOptions, startReceiver } from './receiver.ts';
