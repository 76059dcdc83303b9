import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorMessage } from '../node/error-message.ts';
import type { Log } from '../node/log.ts';
import { StoreUnavailable } from '../storage/store-unavailable.ts';
import { identify } from '../webhooks/verify.ts';
import { WebhookError } from '../webhooks/webhook-error.ts';
import type { Backlog } from './backlog-limit.ts';
import type { InboxEvent } from './inbox-event.ts';
import { BodyError, checkBodyHeaders, maxBodySize, readBody } from './read-body.ts';
import { accept, type Rejection, refuse } from './rejection.ts';
import { Diagnosis } from './signature-diagnosis.ts';
import { storedHeaders } from './stored-headers.ts';

export interface IntakeOptions {
  /** The only path that takes events. */
  path: string;
  secrets: readonly string[];
  /** Stores an event that is not for the handler; false where its id is known. */
  record: (event: InboxEvent) => Promise<boolean>;
  /** Stores an event and has it handled; false where its id is known. */
  accept: (event: InboxEvent) => Promise<boolean>;
  backlog: Backlog;
  now: () => number;
  log: Log;
}

/** Bytes of bodies that may be in memory at a time. */
const mostInMemory = 64 * maxBodySize;

/**
 * Decides over each request: verified and durable before it is answered with 2xx (service
 * document, "Receiver rules"). A 4xx makes the sender give up for good, so whatever may pass by
 * itself is answered with 503.
 */
export class Intake {
  readonly #options: IntakeOptions;
  readonly #diagnosis = new Diagnosis();
  #inMemory = 0;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** Never throws. Writes `100 Continue` only for a body that will be read. */
  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reserved = Number(request.headers['content-length'] ?? maxBodySize);
    try {
      this.#checkTarget(request);
      checkBodyHeaders(request);
      this.#checkRoom(reserved);
      if (request.headers.expect !== undefined) response.writeContinue();
      await this.#store(request, reserved);
      accept(response);
    } catch (error) {
      const refusal = this.#refusalFor(error);
      if (!response.headersSent && !response.destroyed) refuse(request, response, refusal);
    }
  }

  #checkTarget({ method, url = '' }: IncomingMessage): void {
    if (url.replace(/\?.*$/s, '') !== this.#options.path) {
      throw new Refused({ status: 404, error: 'not_found', message: 'there is no webhook here' });
    }
    if (method !== 'POST') {
      const headers = { Allow: 'POST' };
      const message = 'a webhook takes POST alone';
      throw new Refused({ status: 405, error: 'method_not_allowed', message, headers });
    }
  }

  #checkRoom(bytes: number): void {
    const { backlog, now } = this.#options;
    if (this.#inMemory + bytes > mostInMemory) throw unavailable('too much at once');
    if (backlog.isFull(now())) throw unavailable('too many events wait to be handled');
  }

  async #store(request: IncomingMessage, reserved: number): Promise<void> {
    this.#inMemory += reserved;
    try {
      await this.#storeBody(request, await readBody(request));
    } finally {
      this.#inMemory -= reserved;
    }
  }

  async #storeBody(request: IncomingMessage, body: Buffer): Promise<void> {
    const { record, accept: handOn, backlog, now, log } = this.#options;
    const received_at = now();
    const { id, type } = this.#verified(request, body, received_at);
    const event = { id, type, received_at, headers: storedHeaders(request.rawHeaders), body };
    if (type === 'webhook.test') {
      await record(event);
      log('info', 'connection test received', { id });
    } else if (await handOn(event)) {
      backlog.added();
    }
  }

  #verified({ headers }: IncomingMessage, body: Buffer, now: number) {
    const options = { body, headers, secrets: this.#options.secrets, now };
    try {
      return identify(options);
    } catch (error) {
      const mismatch = error instanceof WebhookError && error.reason === 'signature_mismatch';
      if (mismatch) {
        const diagnosis = this.#diagnosis.of(options);
        if (diagnosis) this.#options.log('warn', 'signature diagnosed', { diagnosis });
      }
      throw error;
    }
  }

  #refusalFor(error: unknown): Rejection {
    const refusal = refusalOf(error);
    const { status, error: reason, message } = refusal;
    const fields = { status, reason, message };
    if (status < 500) this.#options.log('warn', 'refused', fields);
    else {
      const detail = errorMessage(error);
      this.#options.log('error', 'not taken', { ...fields, detail });
    }
    return refusal;
  }
}

/** A refusal on its way to the answer. */
class Refused extends Error {
  readonly refusal: Rejection;

  constructor(refusal: Rejection) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

function unavailable(message: string): Refused {
  return new Refused({
    status: 503,
    error: 'unavailable',
    message,
    headers: { 'Retry-After': '5' },
  });
}

function refusalOf(error: unknown): Rejection {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof StoreUnavailable) return unavailable('the store is away').refusal;
  if (error instanceof BodyError) {
    return { status: error.status, error: error.code, message: error.message };
  }
  if (error instanceof WebhookError) {
    return { status: error.status, error: error.reason, message: error.message };
  }
  return { status: 500, error: 'internal', message: 'the event could not be taken' };
}
