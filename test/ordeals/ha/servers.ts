import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from 'newswatch';
import { pollUntil } from '../../helpers/eventually.ts';
import { type RunningServe, serveWith } from '../../helpers/serve.ts';
import { stablePort } from './stable-port.ts';

/** The API key of the account that all requests use. */
export const apiKey = 'nw_high_availability';

/** A server on a port of its own. It is started again whenever it ends, as a supervisor does. */
export class SupervisedServer {
  readonly #port: number;
  readonly #database: string;
  readonly #flags: readonly string[];
  #running: RunningServe | undefined;
  #isEnding = false;
  #supervision: Promise<void> | undefined;
  /** Everything that the server has logged, as JSON Lines. */
  log = '';

  private constructor(port: number, database: string, flags: readonly string[]) {
    this.#port = port;
    this.#database = database;
    this.#flags = flags;
  }

  static async start(database: string, ...flags: string[]): Promise<SupervisedServer> {
    const server = new SupervisedServer(await stablePort(), database, flags);
    server.#supervision = server.#supervise();
    await server.untilReady();
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** A client that repeats nothing. */
  client(timeout = 10): Client {
    return createClient({ baseUrl: this.origin, apiKey, retries: 0, timeout: timeout * 1000 });
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.origin}/readyz`, { signal: AbortSignal.timeout(6000) }).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  untilReady(): Promise<void> {
    return pollUntil(() => this.isReady(), 120_000);
  }

  /** Ends the process, and waits until another one is ready. */
  async restart(signal: NodeJS.Signals): Promise<void> {
    await this.#running?.end(signal);
    await this.untilReady();
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    this.#running?.child.kill('SIGTERM');
    await this.#supervision;
  }

  async #supervise(): Promise<void> {
    while (!this.#isEnding) {
      const flags = ['--port', String(this.#port), ...this.#flags];
      const env = { DATABASE_URL: this.#database };
      try {
        const running = await serveWith({ env }, ...flags);
        this.#running = running;
        await new Promise((resolve) => running.child.once('close', resolve));
        this.log += running.log();
      } catch (error) {
        // The database was not available.
        this.log += `${error}\n`;
        await pause(1000);
      }
    }
  }
}
