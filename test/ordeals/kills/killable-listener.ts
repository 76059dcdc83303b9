import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { post } from 'newswatch/receiver';
import { Database } from '../../../src/storage/database.ts';
import { listen, type RunningListener } from '../../helpers/listen.ts';
import type { ReceivedWebhook } from '../../helpers/webhook-receiver.ts';

/** A `webhook listen` process that is killed and restarted. Its handler records the event ids. */
export class KillableListener {
  /** How often each id was stored and not yet handled when the process was killed. */
  readonly interrupted = new Map<string, number>();
  kills = 0;
  readonly #inbox: string;
  readonly #record: string;
  #secret = '';
  #command: RunningListener | undefined;
  #waiting: (() => void)[] = [];

  constructor(inbox: string, record: string) {
    this.#inbox = inbox;
    this.#record = record;
  }

  get running(): boolean {
    return this.#command !== undefined;
  }

  async start(secret = this.#secret): Promise<void> {
    this.#secret = secret;
    // One short write, so that the record has no partial lines.
    const script = 'sleep 0.1; echo "$NEWSWATCH_EVENT_ID" >> "$0"';
    this.#command = await listen(
      ['--data', this.#inbox, '--exec', 'sh', '--', '-c', script, this.#record],
      { env: { SERVICE_WEBHOOK_SECRET: secret } },
    );
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Forwards a request unchanged once the process runs. @returns the response's status code */
  async send({ headers, body }: ReceivedWebhook): Promise<number | undefined> {
    while (!this.#command) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const list = Object.entries(headers).filter(([name]) => name.startsWith('x-service-'));
    const response = post(new URL(this.#command.ready.url), {
      headers: list.map(([name, value]) => [name, String(value)] as const),
      body,
      signal: AbortSignal.timeout(60_000),
    });
    return response.then(({ status }) => status).catch(() => undefined);
  }

  /** Kills the process with SIGKILL and counts the events that it may have been handling. */
  async kill(): Promise<void> {
    const command = this.#command;
    this.#command = undefined;
    this.kills += 1;
    await command?.end('SIGKILL');
    const database = Database.open(join(this.#inbox, 'inbox.db'));
    const rows = database.all<{ id: string }>(
      `SELECT id FROM events JOIN progress USING (sequence) WHERE state = 'received'`,
    );
    database.close();
    for (const { id } of rows) this.interrupted.set(id, (this.interrupted.get(id) ?? 0) + 1);
  }

  async end(): Promise<void> {
    await this.#command?.end('SIGTERM');
  }

  async handled(): Promise<string[]> {
    const text = await readFile(this.#record, 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line !== '');
  }
}
