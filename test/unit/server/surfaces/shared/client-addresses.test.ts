import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../../../src/node/log.ts';
import { ClientAddresses } from '../../../../../src/server/surfaces/shared/client-addresses.ts';

function request(remoteAddress: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const message = new IncomingMessage(socket);
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded;
  return message;
}

describe('the address that a request counts for', () => {
  const direct = new ClientAddresses([], silentLog);
  const behind = new ClientAddresses(['10.0.0.0/8', '2001:db8::1'], silentLog);

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('is that of the TCP connection: %s', (remote, address) => {
    expect(direct.of(request(remote))).toBe(address);
  });

  it('ignores X-Forwarded-For of a proxy that is not trusted', () => {
    expect(direct.of(request('10.0.0.1', '192.0.2.1'))).toBe('10.0.0.1');
    expect(behind.of(request('192.0.2.9', '192.0.2.1'))).toBe('192.0.2.9');
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['198.51.100.1, 192.0.2.1', '192.0.2.1'],
    ['198.51.100.1, 192.0.2.1, 10.9.9.9', '192.0.2.1'],
    ['192.0.2.1:49152', '192.0.2.1'],
    ['[2001:db8:1:2::3]:443', '2001:db8:1:2::/64'],
    ['10.0.0.2, 10.0.0.3', '10.0.0.1'],
    ['', ''],
  ])('is the last one that no trusted proxy has: %s', (forwarded, address) => {
    expect(behind.of(request('10.0.0.1', forwarded))).toBe(address);
    expect(behind.of(request('2001:db8::1', '192.0.2.1'))).toBe('192.0.2.1');
  });

  it('warns once about X-Forwarded-For of a proxy that is not trusted', () => {
    const lines: unknown[] = [];
    const addresses = new ClientAddresses([], (level, event) => lines.push([level, event]));
    for (let n = 0; n < 3; n += 1) addresses.of(request('10.0.0.1', '192.0.2.1'));
    expect(lines).toEqual([['warn', 'X-Forwarded-For ignored']]);
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0'])('refuses the trusted proxy %s', (text) => {
    expect(() => new ClientAddresses([text], silentLog)).toThrow(TypeError);
  });
});
