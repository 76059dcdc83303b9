import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy to a local port that can be cut as a network is: no connection is closed, and nothing
 * arrives until it is restored.
 */
export class Link {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #afterCut: (() => void)[] = [];
  #isCut = false;

  private constructor(target: number) {
    this.#server = createServer((socket) => {
      socket.on('error', () => {});
      this.#whenOpen(() => this.#join(socket, target));
    });
  }

  static async to(target: number): Promise<Link> {
    const link = new Link(target);
    await once(link.#server.listen(0, '127.0.0.1'), 'listening');
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause();
  }

  restore(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.resume();
    for (const work of this.#afterCut.splice(0)) work();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(socket: Socket, target: number): void {
    const other = connect(target, '127.0.0.1');
    this.#forward(socket, other);
    this.#forward(other, socket);
  }

  #forward(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('error', () => {});
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => this.#whenOpen(() => from.resume()));
    from.on('close', () => {
      this.#sockets.delete(from);
      this.#whenOpen(() => to.destroySoon());
    });
  }

  #whenOpen(work: () => void): void {
    if (this.#isCut) this.#afterCut.push(work);
    else work();
  }
}
