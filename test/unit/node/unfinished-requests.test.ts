import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clientNetwork } from '../../../src/node/client-network.ts';
import {
  type UnfinishedLimits,
  UnfinishedRequests,
} from '../../../src/node/unfinished-requests.ts';

/** A socket without a connection, from an address. */
function from(address: string): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
}

const few = { count: 2, bytes: 100 };
const many = { count: 1000, bytes: 1000 };

function unfinishedRequests(total: UnfinishedLimits, perNetwork: UnfinishedLimits) {
  return new UnfinishedRequests<Socket>({
    total,
    perNetwork,
    networkOf: ({ remoteAddress }) => clientNetwork(remoteAddress),
    evict: (socket) => void socket.destroy(),
  });
}

describe('requests that are not complete', () => {
  it('docs/receiver-cases.md, case 35: close the oldest connection if there are too many', () => {
    const requests = unfinishedRequests(few, many);
    const sockets = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(from);
    for (const socket of sockets) requests.wait(socket);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  });

  it('close the oldest connection if their bodies are too large as they arrive', () => {
    const requests = unfinishedRequests(few, many);
    const sockets = ['192.0.2.1', '192.0.2.2'].map(from);
    for (const socket of sockets) requests.wait(socket);
    const [first = from(''), second = from('')] = sockets;
    requests.receive(first, 60);
    requests.receive(second, 40);
    expect(first.destroyed).toBe(false);
    requests.receive(second, 1);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false]);
    // The bytes of the closed connection are free again.
    requests.receive(second, 59);
    expect(second.destroyed).toBe(false);
  });

  it('of one network are limited separately, and close only connections of that network', () => {
    const requests = unfinishedRequests(many, few);
    const other = from('2001:db8:9::1');
    requests.wait(other);
    const sockets = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(from);
    for (const socket of sockets) requests.wait(socket);
    expect(other.destroyed).toBe(false);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  });

  it('are no longer counted when they are complete or closed', () => {
    const requests = unfinishedRequests(few, few);
    const done = Array.from({ length: 5 }, () => from('192.0.2.1'));
    for (const socket of done) {
      requests.wait(socket);
      requests.receive(socket, 100);
      requests.finish(socket);
      requests.finish(socket);
    }
    expect(done.some(({ destroyed }) => destroyed)).toBe(false);
  });

  it('count a closed connection no more, even if a chunk of it was still on the way', () => {
    const requests = unfinishedRequests(few, few);
    const closed = from('192.0.2.1').destroy();
    requests.receive(closed, 100);
    const good = from('192.0.2.1');
    requests.receive(good, 100);
    expect(good.destroyed).toBe(false);
  });
});
