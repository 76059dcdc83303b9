import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

interface Arrival {
  path: string;
  event: string;
  run: string;
  /** Milliseconds since 1970. */
  at: number;
  createdAt: number;
}

/** The paths of the connections. The last one fails the first attempt of each event. */
export const receiverPaths = ['/desk', '/archive', '/unsteady'] as const;

/** A receiver that responds after an event is on disk. */
export class Receiver {
  readonly arrivals: Arrival[] = [];
  /** The number of requests for each event at each path, also those that failed. */
  readonly requests = new Map<string, number>();
  readonly #server: Server;
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
    this.#server = createServer(async (request, response) => {
      const path = request.url ?? '';
      const body = (await json(request)) as { id: string; run_id: string; created_at: string };
      response.writeHead(await this.#record(path, body)).end();
    });
  }

  static async start(folder: string): Promise<Receiver> {
    const receiver = new Receiver(await open(join(folder, 'events.jsonl'), 'a'));
    await once(receiver.#server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await this.#file.close();
  }

  async #record(path: string, body: { id: string; run_id: string; created_at: string }) {
    const key = `${path} ${body.id}`;
    const count = (this.requests.get(key) ?? 0) + 1;
    this.requests.set(key, count);
    if (path === '/unsteady' && count === 1) return 500;
    await this.#file.write(`${path} ${JSON.stringify(body)}\n`);
    await this.#file.datasync();
    this.arrivals.push({
      path,
      event: body.id,
      run: body.run_id,
      at: Date.now(),
      createdAt: Date.parse(body.created_at),
    });
    return 204;
  }
}
