import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../../../src/node/log.ts';
import { ClientAddresses } from '../../../../../src/server/surfaces/shared/client-addresses.ts';

function request(remoteAddress: string, forwarded?: string, others = {}): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const message = new IncomingMessage(socket);
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded;
  Object.assign(message.headers, others);
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
    ['10.0.0.2, 10.0.0.3', '10.0.0.2'],
    ['192.0.2.1, 127.1', '10.0.0.1'],
    ['192.0.2.1, unknown, 10.0.0.3', '10.0.0.3'],
    ['192.0.2.1,', '10.0.0.1'],
    ['for=192.0.2.1', '10.0.0.1'],
    ['192.0.2.1\u0000', '10.0.0.1'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', '10.0.0.1'],
    [`${'198.51.100.1, '.repeat(1000)}192.0.2.1`, '192.0.2.1'],
    [`192.0.2.1${', 10.0.0.2'.repeat(1600)}`, '192.0.2.1'],
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

  it('is never in Forwarded, about which a trusted proxy gets one warning', () => {
    const lines: unknown[] = [];
    const addresses = new ClientAddresses(['10.0.0.1'], (_level, event) => lines.push(event));
    const forwarded = { forwarded: 'for=192.0.2.1' };
    for (let n = 0; n < 3; n += 1) {
      expect(addresses.of(request('10.0.0.1', undefined, forwarded))).toBe('10.0.0.1');
    }
    expect(addresses.of(request('10.0.0.1', '192.0.2.2', forwarded))).toBe('192.0.2.2');
    expect(addresses.of(request('192.0.2.3', undefined, forwarded))).toBe('192.0.2.3');
    expect(lines).toEqual(['Forwarded ignored']);
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0'])('refuses the trusted proxy %s', (text) => {
    expect(() => new ClientAddresses([text], silentLog)).toThrow(TypeError);
  });
});
