import { Deadline } from '../../../../client/deadline.ts';
import type { RawClient } from '../../../../client/raw-client.ts';
import { operations } from '../../../../contract/operations.ts';
import { exitCodeForStatus } from '../../../errors/exit-code.ts';
import { callFailure, Failure } from '../../../errors/failure.ts';
import type { Shell } from '../../../shell.ts';
import { connectionName } from './left-over.ts';
import { type CallOptions, namedChannels } from './named-channels.ts';
import { Refusal } from './refusal.ts';

/** Milliseconds that removing the connection may take. */
const removeTimeout = 5000;

export interface ConnectionTarget {
  webhook_url: string;
  monitor_id: string | undefined;
}

/** A delivery connection that exists while `webhook listen --connect` runs. */
export class ListenConnection {
  readonly id: string;
  readonly webhookUrl: string;
  readonly secret: string;
  readonly #client: RawClient;

  private constructor(client: RawClient, id: string, webhookUrl: string, secret: string) {
    this.#client = client;
    this.id = id;
    this.webhookUrl = webhookUrl;
    this.secret = secret;
  }

  /**
   * All later output redacts the signing secret.
   *
   * @throws {Refusal} if the service responds with an error
   * @throws the errors of {@link RawClient.call}
   */
  static async make(
    client: RawClient,
    target: ConnectionTarget,
    options: CallOptions,
    { output }: Shell,
  ): Promise<ListenConnection> {
    const input = { platform: 'webhook', ...target, name: connectionName() };
    const response = await client.call(operations.delivery.connect, input, options);
    if (response.status >= 400) throw new Refusal(response);
    const { channel, signing_secret: secret } = Object(response.body) as Record<string, unknown>;
    const { id } = Object(channel) as Record<string, unknown>;
    if (typeof secret === 'string') output.conceal(secret);
    if (typeof id === 'string' && typeof secret === 'string') {
      return new ListenConnection(client, id, target.webhook_url, secret);
    }
    throw new Failure('bad_response', 'the response has no channel.id or no signing_secret');
  }

  /**
   * Removes the connection; one that is gone already is no error.
   *
   * @throws {Failure} `not_disconnected`
   */
  async remove(): Promise<void> {
    const deadline = new Deadline(removeTimeout).unref();
    const { disconnect } = operations.delivery;
    const input = { channel_id: this.id };
    let reason: string;
    let exitCode: Failure['exitCode'];
    try {
      const { status } = await this.#client.call(disconnect, input, { deadline });
      if (status < 400 || (status === 404 && !(await this.#exists(deadline)))) return;
      reason = `the service responded with ${status}`;
      exitCode = exitCodeForStatus(status);
    } catch (error) {
      ({ message: reason, exitCode } = callFailure(error, disconnect));
    }
    throw new Failure('not_disconnected', `the connection ${this.id} was not removed: ${reason}`, {
      hint: `Remove it: newswatch delivery disconnect ${this.id}`,
      exitCode,
    });
  }

  /** Services without this operation respond with 404, too. */
  async #exists(deadline: Deadline): Promise<boolean> {
    return (await namedChannels(this.#client, { deadline })).some(({ id }) => id === this.id);
  }
}
