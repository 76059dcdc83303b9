import { type Client, createClient } from 'newswatch';
import { postRpc, toolCall } from '../../helpers/json-rpc.ts';
import { webhookReceiver } from '../../helpers/webhook-receiver.ts';
import { type Latency, latencyOf } from './latency.ts';

const kinds = ['health', 'search', 'delivery', 'mcp'] as const;
export type Kind = (typeof kinds)[number];

/** A call that takes longer counts as failed. */
const timeout = 10_000;
/** Milliseconds between two calls of one kind. */
const interval = { health: 20, search: 50, delivery: 150, mcp: 100 } as const;

/** Clients that behave well: their latency shows what they see of an attack. */
export class GoodClients {
  readonly #origin: string;
  readonly #key: string;
  readonly #client: Client;
  readonly #receiver: Awaited<ReturnType<typeof webhookReceiver>>;
  readonly #channelId: string;

  static async connect(origin: string, key: string): Promise<GoodClients> {
    const client = createClient({ baseUrl: origin, apiKey: key, retries: 0, timeout });
    const receiver = await webhookReceiver();
    const { channel } = await client.delivery.connect({
      platform: 'webhook',
      webhook_url: receiver.url,
    });
    return new GoodClients(origin, key, client, receiver, channel.id);
  }

  private constructor(
    origin: string,
    key: string,
    client: Client,
    receiver: Awaited<ReturnType<typeof webhookReceiver>>,
    channelId: string,
  ) {
    this.#origin = origin;
    this.#key = key;
    this.#client = client;
    this.#receiver = receiver;
    this.#channelId = channelId;
  }

  /** Calls the server until `signal` is aborted. */
  async measure(signal: AbortSignal): Promise<Record<Kind, Latency>> {
    const calls: Record<Kind, (round: number) => Promise<unknown>> = {
      health: () => this.#health(),
      search: (round) => this.#client.news.search({ query: `chip exports ${round}` }),
      delivery: () => this.#delivery(),
      mcp: (round) => this.#mcp(round),
    };
    const measured = await Promise.all(
      kinds.map(
        async (kind) => [kind, await latencyOf(calls[kind], interval[kind], signal)] as const,
      ),
    );
    return Object.fromEntries(measured) as Record<Kind, Latency>;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #health(): Promise<void> {
    const response = await fetch(`${this.#origin}/healthz`, {
      signal: AbortSignal.timeout(timeout),
    });
    if (!response.ok) throw new Error(`${response.status}`);
    await response.arrayBuffer();
  }

  /** Sends a test event. The response comes after its first attempt. */
  async #delivery(): Promise<void> {
    const received = this.#receiver.received.length;
    const { webhook_delivery } = await this.#client.delivery.test({ channel_id: this.#channelId });
    if (webhook_delivery.status !== 'delivered') throw new Error(webhook_delivery.status);
    if (this.#receiver.received.length === received) throw new Error('did not arrive');
  }

  async #mcp(round: number): Promise<void> {
    const call = toolCall('news.search', { query: `lithium prices ${round}` });
    const response = await postRpc(`${this.#origin}/mcp`, call, {
      authorization: `Bearer ${this.#key}`,
      accept: 'application/json, text/event-stream',
    });
    const isFound = response.status === 200 && 'result' in response.body;
    if (!isFound) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
  }
}
