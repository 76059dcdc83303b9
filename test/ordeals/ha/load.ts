import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cli } from '../../helpers/cli.ts';
import { randomFrom } from '../../helpers/random.ts';
import { madeUpWord, topic } from '../kills/made-up-words.ts';
import type { SupervisedServer } from './servers.ts';

export const monitorCount = 60;
const itemsPerFile = 4;

/** A monitor whose title counts the writes of one client. */
interface Register {
  monitor: string;
  /** The last count that was sent, and the last one that was acknowledged. */
  sent: number;
  acknowledged: number;
  /** When writes were acknowledged, in milliseconds since 1970. */
  times: number[];
}

/** A request without a successful response. */
interface FailedRequest {
  at: number;
  /** The error code, and whether the write may have been done. */
  kind: string;
}

/** Sends requests to all servers, and adds news, until it is stopped. Records acknowledged changes. */
export class Load {
  readonly registers: Register[] = [];
  readonly failures: FailedRequest[] = [];
  /** Ids of monitors. */
  readonly created = new Set<string>();
  /** Titles of news items. */
  readonly news = new Set<string>();
  /** Ids of the runs of alerts that a server has listed. */
  readonly listed = new Set<string>();
  /** Reads that missed an earlier acknowledged write. */
  readonly staleReads: string[] = [];
  readonly #servers: readonly SupervisedServer[];
  readonly #folder: string;
  readonly #addresses: readonly string[];
  #isStopped = false;
  #loops: Promise<void>[] = [];

  /** @param addresses of the database, to which news is added in turn */
  constructor(servers: readonly SupervisedServer[], folder: string, addresses: readonly string[]) {
    this.#servers = servers;
    this.#folder = folder;
    this.#addresses = addresses;
  }

  async start(): Promise<void> {
    for (const server of this.#servers) {
      const input = { prompt: 'a counter', every_minutes: null, title: 'count 0' } as const;
      const { id } = await server.client().monitors.create(input);
      this.registers.push({ monitor: id, sent: 0, acknowledged: 0, times: [Date.now()] });
    }
    this.#loops = [
      ...this.#servers.flatMap((server, n) => [
        this.#loop(100, () => this.#count(server, n)),
        this.#loop(500, () => this.#readCount(server, n + 1)),
        this.#loop(1000, () => this.#list(server)),
        this.#loop(2000, () => this.#create(server)),
      ]),
      this.#loop(1500, () => this.#addNews()),
    ];
  }

  /** Resolves when all requests have ended. News that was not acknowledged is added again until it is. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#loops);
  }

  async #loop(interval: number, work: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) {
      await work().catch((error: Error & { code?: string }) => {
        const kind = /outcome|unknown/i.test(error.message) ? 'unknown outcome' : 'refused';
        this.failures.push({ at: Date.now(), kind: `${error.code}, ${kind}` });
      });
      await pause(interval);
    }
  }

  async #count(server: SupervisedServer, n: number): Promise<void> {
    const register = this.#register(n);
    register.sent += 1;
    const count = register.sent;
    await server.client().monitors.edit({ id: register.monitor, title: `count ${count}` });
    register.acknowledged = count;
    register.times.push(Date.now());
  }

  /** Reads a count that another server writes. */
  async #readCount(server: SupervisedServer, n: number): Promise<void> {
    const register = this.#register(n);
    const { acknowledged } = register;
    const { title } = await server.client().monitors.get({ id: register.monitor });
    const count = countOf(title);
    if (count < acknowledged) this.staleReads.push(`${count} after ${acknowledged}`);
  }

  async #list(server: SupervisedServer): Promise<void> {
    const { alerts } = await server.client().alerts.list({ limit: 100 });
    for (const { run_id } of alerts) this.listed.add(run_id);
  }

  async #create(server: SupervisedServer): Promise<void> {
    const input = { prompt: 'tin prices', every_minutes: null } as const;
    const { id } = await server.client().monitors.create(input);
    this.created.add(id);
  }

  async #addNews(): Promise<void> {
    const file = this.news.size;
    const random = randomFrom(file);
    const titles = Array.from({ length: itemsPerFile }, (_, n) => {
      const place = `Port${madeUpWord(file + n)}`;
      return `Report on ${topic(Math.floor(random() * monitorCount))} from ${place}`;
    });
    const path = join(this.#folder, `news-${file}.jsonl`);
    const lines = titles.map((title) => JSON.stringify({ id: title.replaceAll(' ', '-'), title }));
    await writeFile(path, lines.join('\n'));
    for (let attempt = 0; ; attempt += 1) {
      const address = this.#addresses[(file + attempt) % this.#addresses.length];
      const env = { DATABASE_URL: address };
      const { code } = await cli(['admin', 'news', 'add', path], { env });
      if (code === 0) break;
      if (this.#isStopped && attempt > 60) throw new Error('the news could not be added');
      this.failures.push({ at: Date.now(), kind: 'news, repeated' });
      await pause(500);
    }
    for (const title of titles) this.news.add(title);
  }

  #register(n: number): Register {
    const register = this.registers[n % this.registers.length];
    if (!register) throw new Error('the load was not started');
    return register;
  }
}

/** The count in the title of a register's monitor. */
export function countOf(title: string): number {
  return Number(title.split(' ')[1]);
}
