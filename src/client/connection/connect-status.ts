import type { Socket } from 'node:net';
import { closedEarly } from './closed-early.ts';
import { ProxyError } from './proxy-error.ts';

/** Bytes of the response to CONNECT, with the interim responses before it. */
const maxSize = 16 * 1024;

const statusLine = /^HTTP\/1\.[01] ([1-9]\d\d)[ \r]/;
const endOfHead = '\r\n\r\n';

/**
 * Reads the response to CONNECT and skips interim responses (1xx). What follows it is left in the
 * socket. Node's own client takes an interim response for the final one.
 *
 * @throws {ProxyError} if it is not an HTTP response
 */
export function readConnectStatus(socket: Socket): Promise<number> {
  let received = '';
  return new Promise((resolve, reject) => {
    const end = () => {
      socket.off('readable', read).off('error', fail).off('close', onClose);
    };
    const fail = (error: Error) => {
      end();
      reject(error);
    };
    const onClose = () => fail(closedEarly());
    const read = () => {
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
        received += (chunk as Buffer).toString('latin1');
        const response = finalResponse(received);
        if (response === 'invalid') return fail(notHttp());
        if (response === undefined) continue;
        end();
        if (response.rest !== '') socket.unshift(Buffer.from(response.rest, 'latin1'));
        return resolve(response.status);
      }
    };
    socket.on('readable', read).on('error', fail).on('close', onClose);
    read();
  });
}

/** The first response that is not interim; `undefined` if it is incomplete. */
function finalResponse(text: string): { status: number; rest: string } | 'invalid' | undefined {
  for (let rest = text; ; ) {
    const end = rest.indexOf(endOfHead);
    const status = Number(statusLine.exec(rest)?.[1]);
    if (end === -1 && text.length <= maxSize && mayBecomeHttp(rest)) return undefined;
    if (end === -1 || Number.isNaN(status)) return 'invalid';
    rest = rest.slice(end + endOfHead.length);
    if (status >= 200) return { status, rest };
  }
}

function mayBecomeHttp(text: string): boolean {
  return text.startsWith('HTTP/1.') || 'HTTP/1.'.startsWith(text);
}

function notHttp(): ProxyError {
  return new ProxyError('PROXY_INVALID', 'did not respond as an HTTP proxy');
}
