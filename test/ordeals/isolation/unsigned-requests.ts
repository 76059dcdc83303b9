import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type HostileTarget, strangerAddress } from './generator.ts';

const path = '/hook';

/** The headers of an event with a wrong signature, which the receiver has to compute. */
function unsignedHeaders(round: number): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-service-signature': `v1=${'0'.repeat(64)}`,
    'x-service-timestamp': String(Math.floor(Date.now() / 1000)),
    'x-service-event-id': `evt_hostile_${round}`,
  };
}

/** Posts an event with a wrong signature from another address, and waits for the response. */
export function postUnsigned(
  { origin }: HostileTarget,
  body: string,
  round: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { ...unsignedHeaders(round), 'content-length': Buffer.byteLength(body) };
    const options = { method: 'POST', localAddress: strangerAddress, headers };
    const sent = request(`${origin}${path}`, options, (response) => {
      response.resume().once('close', resolve).on('error', reject);
    });
    sent.on('error', reject).end(body);
  });
}

/** The text of the head of such a request. */
export function unsignedHead(extra: string, round = 0): string {
  const headers = Object.entries(unsignedHeaders(round)).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`POST ${path} HTTP/1.1`, 'host: receiver', ...headers, extra].join('\r\n');
}

/** A TCP connection from another address. Its errors are ignored. */
export function strangerSocket({ origin }: HostileTarget): Socket {
  const { hostname, port } = new URL(origin);
  return connect({ port: Number(port), host: hostname, localAddress: strangerAddress }).on(
    'error',
    () => {},
  );
}
