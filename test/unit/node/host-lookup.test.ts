import { describe, expect, it } from 'vitest';
import { hostLookup, lookUpHost } from '../../../src/node/host-lookup.ts';
import { type DnsReply, dnsServer } from '../../helpers/dns-server.ts';

const { signal } = new AbortController();

describe.runIf(process.platform === 'linux')('lookUpHost()', () => {
  it.each<[string, DnsReply, DnsReply, string[]]>([
    [
      'both families',
      { addresses: ['192.0.2.1'] },
      { addresses: ['2001:db8::1'] },
      ['192.0.2.1', '2001:db8::1'],
    ],
    ['IPv4 only', { addresses: ['192.0.2.1', '192.0.2.2'] }, {}, ['192.0.2.1', '192.0.2.2']],
    ['IPv6 only', { rcode: 2 }, { addresses: ['2001:db8::1'] }, ['2001:db8::1']],
    ['no response for IPv6', { addresses: ['192.0.2.1'] }, 'silent', ['192.0.2.1']],
    ['a response over TCP', { addresses: ['192.0.2.1'], truncated: true }, {}, ['192.0.2.1']],
  ])('finds the addresses of a name with %s', async (_, a, aaaa, expected) => {
    const { address: server } = await dnsServer(({ type }) => (type === 'A' ? a : aaaa));
    const found = await lookUpHost('News.Example.org.', { signal, servers: [server] });
    expect(found.map(({ address }) => address).sort()).toEqual(expected);
    for (const { address, family } of found) expect(family).toBe(address.includes(':') ? 6 : 4);
  });

  it('waits for late IPv4 addresses if there are IPv6 addresses', async () => {
    const { address: server } = await dnsServer(({ type }) =>
      type === 'A' ? { addresses: ['192.0.2.1'], delay: 250 } : { addresses: ['2001:db8::1'] },
    );
    const found = await lookUpHost('news.example.org', { signal, servers: [server] });
    expect(found.map(({ family }) => family).sort()).toEqual([4, 6]);
  });

  it('does not wait for a second question about the other family', async () => {
    const { address: server, questions } = await dnsServer(({ type }) =>
      type === 'A' ? { addresses: ['192.0.2.1'] } : 'silent',
    );
    await lookUpHost('news.example.org', { signal, servers: [server] });
    expect(questions.map(({ type }) => type).sort()).toEqual(['A', 'AAAA']);
  });

  it('asks the system for a name that DNS does not know', async () => {
    const { address: server, questions } = await dnsServer(() => ({ rcode: 3 }));
    const options = { signal, servers: [server] };
    await expect(lookUpHost('unknown.invalid', options)).rejects.toMatchObject({
      code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
    });
    expect(questions.map(({ name }) => name)).toContain('unknown.invalid');
  });

  it('ends at once if the signal is aborted while no server responds', async () => {
    const stop = new AbortController();
    const { address: server } = await dnsServer(() => {
      stop.abort(new Error('enough'));
      return 'silent';
    });
    const options = { signal: stop.signal, servers: [server] };
    await expect(lookUpHost('news.example.org', options)).rejects.toThrow('enough');
  });

  it('reads localhost and the hosts file without DNS', async () => {
    const { address: server, questions } = await dnsServer(() => 'silent');
    const options = { signal, servers: [server] };
    expect(await lookUpHost('LOCALHOST', options)).toContainEqual({
      address: '127.0.0.1',
      family: 4,
    });
    expect(await lookUpHost('192.0.2.1', options)).toEqual([{ address: '192.0.2.1', family: 4 }]);
    expect(await lookUpHost('::1', options)).toEqual([{ address: '::1', family: 6 }]);
    expect(questions).toEqual([]);
  });
});

it('does nothing if the signal is already aborted', async () => {
  const aborted = AbortSignal.abort(new Error('never'));
  await expect(lookUpHost('news.example.org', { signal: aborted })).rejects.toThrow('never');
});

it.each([true, false])('hostLookup() is a lookup for node:net (all: %s)', async (all) => {
  const result = await new Promise((resolve) =>
    hostLookup(signal)('127.0.0.1', { all }, (...values) => resolve(values)),
  );
  const address = { address: '127.0.0.1', family: 4 };
  expect(result).toEqual(all ? [null, [address]] : [null, '127.0.0.1', 4]);
});
