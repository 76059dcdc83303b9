import { expect, it, vi } from 'vitest';
import { HostResolver, lookupTimeout } from '../../../../src/server/egress/host-resolver.ts';
import { type DnsQuestion, type DnsReply, dnsServer } from '../../../helpers/dns-server.ts';

const noHosts = { addresses: async () => [] };

/** A resolver that asks a DNS server of its own, on a clock that the test moves. */
async function resolverOf(reply: (question: DnsQuestion) => DnsReply) {
  const server = await dnsServer(reply);
  const clock = { now: 0 };
  const resolver = new HostResolver({
    servers: [server.address],
    hosts: noHosts,
    now: () => clock.now,
  });
  return { server, clock, resolver };
}

const ipv4 = { address: '93.184.216.34', family: 4 };
const ipv6 = { address: '2606:2800:220:1::1', family: 6 };

it('finds IPv4 and IPv6 addresses, IPv4 first', async () => {
  const { resolver } = await resolverOf(() => ({ addresses: [ipv6.address, ipv4.address] }));
  expect(await resolver.resolve('example.com')).toEqual([ipv4, ipv6]);
});

it('queries a name once, whatever its case, for lookups at the same time', async () => {
  const { resolver, server } = await resolverOf(() => ({ addresses: [ipv4.address], delay: 20 }));
  const names = ['example.com', 'EXAMPLE.com', 'example.com.'];
  const results = await Promise.all(names.map((name) => resolver.resolve(name)));
  expect(results).toEqual([[ipv4], [ipv4], [ipv4]]);
  expect(server.questions.map(({ type }) => type).sort()).toEqual(['A', 'AAAA']);
});

it('caches addresses for their TTL, but not longer than a minute', async () => {
  const { resolver, server, clock } = await resolverOf(({ name }) => ({
    addresses: [ipv4.address],
    ttl: name === 'long.example.com' ? 86_400 : 10,
  }));
  for (const [name, ttl] of [
    ['short.example.com', 10_000],
    ['long.example.com', 60_000],
  ] as const) {
    server.questions.length = 0;
    await resolver.resolve(name);
    clock.now += ttl - 1;
    expect(resolver.isKnown(name)).toBe(true);
    await resolver.resolve(name);
    expect(server.questions).toHaveLength(2);
    clock.now += 1;
    expect(resolver.isKnown(name)).toBe(false);
    await resolver.resolve(name);
    expect(server.questions).toHaveLength(4);
  }
});

it.each([
  ['NXDOMAIN', { rcode: 3 }, 'ENOTFOUND'],
  ['no address', {}, 'ENOTFOUND'],
  ['SERVFAIL', { rcode: 2 }, 'EAI_AGAIN'],
  ['REFUSED', { rcode: 5 }, 'EAI_AGAIN'],
] as const)('caches a failure (%s) for five seconds', async (_what, reply, code) => {
  const { resolver, server, clock } = await resolverOf(() => reply);
  expect(await resolver.resolve('example.com')).toMatchObject({ code });
  const asked = server.questions.length;
  clock.now += 4999;
  expect(await resolver.resolve('example.com')).toMatchObject({ code });
  expect(server.questions).toHaveLength(asked);
  clock.now += 1;
  await resolver.resolve('example.com');
  expect(server.questions.length).toBeGreaterThan(asked);
});

it('fails if no server responds in time', async () => {
  const { resolver } = await resolverOf(() => 'silent');
  const timer = vi.spyOn(globalThis, 'setTimeout');
  expect(await resolver.resolve('example.com')).toMatchObject({ code: 'EAI_AGAIN' });
  expect(timer.mock.calls.map(([, delay]) => delay)).toContain(lookupTimeout);
  timer.mockRestore();
});

it('does not wait for IPv6 addresses if there are IPv4 addresses', async () => {
  const { resolver } = await resolverOf(({ type }) =>
    type === 'A' ? { addresses: [ipv4.address] } : 'silent',
  );
  expect(await resolver.resolve('example.com')).toEqual([ipv4]);
});

it('waits for late IPv4 addresses if there are IPv6 addresses', async () => {
  const { resolver, server } = await resolverOf(({ type }) => ({
    addresses: [ipv4.address, ipv6.address],
    delay: type === 'A' ? 250 : 0,
  }));
  expect(await resolver.resolve('example.com')).toEqual([ipv4, ipv6]);
  expect(resolver.isKnown('example.com')).toBe(true);
  expect(server.questions).toHaveLength(2);
});

it.each(['silent', { rcode: 2 }] as const)(
  'does not cache addresses if the query for the others got no answer (%j)',
  async (reply) => {
    const { resolver } = await resolverOf(({ type }) =>
      type === 'A' ? { addresses: [ipv4.address] } : reply,
    );
    expect(await resolver.resolve('example.com')).toEqual([ipv4]);
    expect(resolver.isKnown('example.com')).toBe(false);
  },
);

it('repeats a truncated response over TCP, and keeps the first 32 addresses', async () => {
  const many = Array.from({ length: 500 }, (_, n) => `93.184.${n >> 8}.${n & 255}`);
  const { resolver, server } = await resolverOf(({ type }) =>
    type === 'A' ? { addresses: many, truncated: true } : {},
  );
  const found = await resolver.resolve('example.com');
  expect(server.overTcp()).toBe(1);
  expect(found).toHaveLength(32);
});

it('resolves other names while thousands have no response', async () => {
  const { resolver } = await resolverOf(({ name }) =>
    name.startsWith('dead') ? 'silent' : { addresses: [ipv4.address] },
  );
  let ended = 0;
  const dead = Array.from({ length: 3000 }, (_, n) =>
    resolver.resolve(`dead-${n}.example.com`).finally(() => {
      ended += 1;
    }),
  );
  const good = Array.from({ length: 10 }, (_, n) => resolver.resolve(`good-${n}.example.com`));
  expect(await Promise.all(good)).toEqual(good.map(() => [ipv4]));
  expect(ended).toBe(0);
  await Promise.all(dead);
});

it('knows localhost and IP addresses without a lookup', async () => {
  const { resolver, server } = await resolverOf(() => 'silent');
  const loopback = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  expect(await resolver.resolve('localhost')).toEqual(loopback);
  expect(await resolver.resolve('api.localhost')).toEqual(loopback);
  expect(await resolver.resolve('192.0.2.1')).toEqual([{ address: '192.0.2.1', family: 4 }]);
  expect(server.questions).toEqual([]);
});

it('uses the hosts file before DNS', async () => {
  const { address, questions } = await dnsServer(() => 'silent');
  const hosts = {
    addresses: async (name: string) => (name === 'internal.example' ? ['::2', '10.0.0.7'] : []),
  };
  const resolver = new HostResolver({ servers: [address], hosts });
  expect(await resolver.resolve('internal.example')).toEqual([
    { address: '10.0.0.7', family: 4 },
    { address: '::2', family: 6 },
  ]);
  expect(questions).toEqual([]);
});
