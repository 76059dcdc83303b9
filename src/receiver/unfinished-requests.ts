import type { Socket } from 'node:net';
import { clientNetwork } from '../node/client-network.ts';

/** Bounds for what clients hold before they have sent a complete request. */
export interface UnfinishedLimits {
  readonly connections: number;
  /** In bytes, as they arrive. */
  readonly bodies: number;
}

interface Unfinished {
  readonly network: string;
  bytes: number;
}

interface Usage {
  connections: number;
  bytes: number;
}

/**
 * Counts the TCP connections that have not sent a complete request, and the bytes of their bodies. If
 * a new connection or chunk exceeds a limit, the oldest of them is closed: a good request is complete
 * within milliseconds, so idle and slow clients cannot turn it away.
 */
export class UnfinishedRequests {
  readonly #total: UnfinishedLimits;
  readonly #perNetwork: UnfinishedLimits;
  /** Oldest first. */
  readonly #unfinished = new Map<Socket, Unfinished>();
  readonly #all: Usage = { connections: 0, bytes: 0 };
  readonly #networks = new Map<string, Usage>();

  /** @param perNetwork limits for the clients of one IPv4 address or one /64 of IPv6 */
  constructor(total: UnfinishedLimits, perNetwork: UnfinishedLimits) {
    this.#total = total;
    this.#perNetwork = perNetwork;
  }

  /** Counts a connection that waits for a request: a new one, or one whose response was sent. */
  wait(socket: Socket): void {
    if (socket.destroyed || this.#unfinished.has(socket)) return;
    this.#add(socket);
    this.#enforce(socket);
  }

  /** Counts bytes of a body. */
  receive(socket: Socket, bytes: number): void {
    if (socket.destroyed) return;
    const unfinished = this.#unfinished.get(socket) ?? this.#add(socket);
    unfinished.bytes += bytes;
    this.#all.bytes += bytes;
    this.#usageOf(unfinished.network).bytes += bytes;
    this.#enforce(socket);
  }

  /** Stops counting a connection: its request is complete, or it is closed. */
  finish(socket: Socket): void {
    const unfinished = this.#unfinished.get(socket);
    if (!unfinished) return;
    this.#unfinished.delete(socket);
    const { network, bytes } = unfinished;
    const usage = this.#usageOf(network);
    for (const each of [this.#all, usage]) {
      each.connections -= 1;
      each.bytes -= bytes;
    }
    if (usage.connections === 0) this.#networks.delete(network);
  }

  #add(socket: Socket): Unfinished {
    const unfinished = { network: clientNetwork(socket.remoteAddress), bytes: 0 };
    this.#unfinished.set(socket, unfinished);
    this.#all.connections += 1;
    this.#usageOf(unfinished.network).connections += 1;
    return unfinished;
  }

  #enforce(socket: Socket): void {
    const { network } = this.#unfinished.get(socket) ?? { network: '' };
    const usage = this.#usageOf(network);
    while (exceeds(usage, this.#perNetwork)) this.#closeOldest((each) => each.network === network);
    while (exceeds(this.#all, this.#total)) this.#closeOldest(() => true);
  }

  #closeOldest(matches: (unfinished: Unfinished) => boolean): void {
    for (const [socket, unfinished] of this.#unfinished) {
      if (!matches(unfinished)) continue;
      this.finish(socket);
      socket.destroy();
      return;
    }
  }

  #usageOf(network: string): Usage {
    const usage = this.#networks.get(network) ?? { connections: 0, bytes: 0 };
    this.#networks.set(network, usage);
    return usage;
  }
}

function exceeds(usage: Usage, limits: UnfinishedLimits): boolean {
  return usage.connections > limits.connections || usage.bytes > limits.bodies;
}
