import { type LookupAddress, Resolver } from 'node:dns';
import { isIP } from 'node:net';
import { errorCode } from '../../node/error-code.ts';
import { HostsFile } from '../../node/hosts-file.ts';
import { LruCache } from '../../node/lru-cache.ts';

export interface HostResolverOptions {
  /** DNS servers as `address` or `address:port` (default: those of the system). */
  servers?: readonly string[] | undefined;
  /** Default: that of the system. */
  hosts?: Pick<HostsFile, 'addresses'>;
  /** A monotonic time in milliseconds (default: `performance.now`). */
  now?: () => number;
}

/** A lookup that failed. */
interface LookupFailure {
  /** `ENOTFOUND` if the name has no address, otherwise `EAI_AGAIN`. */
  code: 'ENOTFOUND' | 'EAI_AGAIN';
  message: string;
}

/** The addresses of a host name, IPv4 before IPv6, or why they are not known. */
export type LookupResult = readonly LookupAddress[] | LookupFailure;

/** Maximum milliseconds of a lookup. It leaves a second of an attempt's five for the request. */
export const lookupTimeout = 4000;

/**
 * Milliseconds to wait for IPv6 addresses once there are IPv4 addresses. IPv4 addresses are waited for
 * until the end of the lookup: a machine without IPv6 cannot connect to the others.
 */
const ipv6Timeout = 50;

/** Timeout of the first query to a server, in milliseconds. It doubles for each repetition. */
const queryTimeout = 1000;
const queryTries = 2;

/** Maximum number of lookups at a time. Further ones fail. */
const maxLookups = 10_000;

/** Maximum number of host names in the cache. */
const maxCached = 10_000;

/** Bounds of the milliseconds to cache addresses, whatever their TTL. */
const minTtl = 1000;
const maxTtl = 60_000;

/** Milliseconds to cache a failure. */
const failureTtl = 5000;

/** Maximum number of addresses of a host name. Further ones are never connected to. */
const maxAddresses = 32;

/** Milliseconds after which the system's list of DNS servers is read again. */
const serversTtl = 30_000;

/**
 * Resolves host names by DNS and the hosts file, without the threads of `dns.lookup`: four names
 * that never resolve would occupy all of them, and stop every other lookup and file access.
 *
 * There is one lookup at a time for a host name. Addresses are cached for their TTL if the queries for
 * IPv4 and IPv6 both had a response, and failures for five seconds.
 */
export class HostResolver {
  readonly #servers: readonly string[] | undefined;
  readonly #hosts: Pick<HostsFile, 'addresses'>;
  readonly #now: () => number;
  readonly #cache = new LruCache<string, { result: LookupResult; expires: number }>({
    maxSize: maxCached,
  });
  readonly #lookups = new Map<string, Promise<LookupResult>>();
  #resolver: { value: Resolver; expires: number } | undefined;

  constructor({ servers, hosts = new HostsFile(), now }: HostResolverOptions = {}) {
    this.#servers = servers;
    this.#hosts = hosts;
    this.#now = now ?? (() => performance.now());
  }

  /** Never rejects. Resolves within {@link lookupTimeout}. */
  resolve(hostname: string): Promise<LookupResult> {
    const name = normalized(hostname);
    const known = this.#known(name);
    if (known) return Promise.resolve(known);
    const current = this.#lookups.get(name);
    if (current) return current;
    if (this.#lookups.size >= maxLookups) {
      return Promise.resolve(unavailable(name, 'too many lookups at a time'));
    }
    const lookup = this.#lookUp(name).finally(() => this.#lookups.delete(name));
    this.#lookups.set(name, lookup);
    return lookup;
  }

  /** Whether {@link resolve} needs no lookup. */
  isKnown(hostname: string): boolean {
    return this.#known(normalized(hostname)) !== undefined;
  }

  #known(name: string): LookupResult | undefined {
    const family = isIP(name);
    if (family) return [{ address: name, family }];
    if (name === 'localhost' || name.endsWith('.localhost')) return loopback;
    const cached = this.#cache.get(name);
    return cached && cached.expires > this.#now() ? cached.result : undefined;
  }

  async #lookUp(name: string): Promise<LookupResult> {
    const listed = await this.#hosts.addresses(name);
    if (listed.length > 0) {
      return listed.map((address) => ({ address, family: isIP(address) })).toSorted(ipv4First);
    }
    const { result, ttl } = await query(this.#currentResolver(), name);
    if (ttl !== undefined) this.#cache.set(name, { result, expires: this.#now() + ttl });
    return result;
  }

  #currentResolver(): Resolver {
    const now = this.#now();
    if (!this.#resolver || this.#resolver.expires <= now) {
      const value = new Resolver({ timeout: queryTimeout, tries: queryTries });
      if (this.#servers) value.setServers(this.#servers);
      this.#resolver = { value, expires: now + serversTtl };
    }
    return this.#resolver.value;
  }
}

/** In lower case, without the brackets of an IPv6 address in a URL or a final dot. */
function normalized(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[(.*)\]$|\.$/, '$1');
}

/** Names of this machine (RFC 6761, section 6.3). */
const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

interface QueryResult {
  result: LookupResult;
  /** Milliseconds for which the result can be cached; `undefined` if addresses may be missing. */
  ttl: number | undefined;
}

type AddressRecord = Readonly<{ address: string; ttl: number }>;

/** Queries both kinds of addresses. Never rejects. */
function query(resolver: Resolver, name: string): Promise<QueryResult> {
  return new Promise((resolve) => {
    const found: (AddressRecord & LookupAddress)[] = [];
    const failures: string[] = [];
    let pending = 2;
    const end = () => {
      clearTimeout(deadline);
      if (found.length === 0) return resolve(failedResult(name, failures));
      const { result, ttl } = foundResult(found);
      const isComplete = pending === 0 && failures.every(isNegative);
      resolve({ result, ttl: isComplete ? ttl : undefined });
    };
    let deadline = setTimeout(end, lookupTimeout);
    const settle = (family: number, error: Error | null, records: readonly AddressRecord[]) => {
      pending -= 1;
      if (error) failures.push(errorCode(error) ?? error.message);
      else found.push(...records.map((record) => ({ ...record, family })));
      if (pending === 0) return end();
      if (family === 6 || found.length === 0) return;
      clearTimeout(deadline);
      deadline = setTimeout(end, ipv6Timeout);
    };
    resolver.resolve4(name, { ttl: true }, (...response) => settle(4, ...response));
    resolver.resolve6(name, { ttl: true }, (...response) => settle(6, ...response));
  });
}

function foundResult(found: readonly (AddressRecord & LookupAddress)[]): QueryResult {
  const seconds = Math.min(...found.map(({ ttl }) => ttl));
  const addresses = found.toSorted(ipv4First).slice(0, maxAddresses);
  return {
    result: addresses.map(({ address, family }) => ({ address, family })),
    ttl: Math.min(Math.max(seconds * 1000, minTtl), maxTtl),
  };
}

/** @param codes of node:dns, fewer than two if no server has responded in time */
function failedResult(name: string, codes: readonly string[]): QueryResult {
  const problem = codes.find((code) => !isNegative(code));
  const result: LookupFailure =
    codes.length === 2 && problem === undefined
      ? { code: 'ENOTFOUND', message: `${name} has no address` }
      : unavailable(name, problem ?? `no response within ${lookupTimeout} ms`);
  return { result, ttl: failureTtl };
}

/** The name does not exist, or has no address. */
function isNegative(code: string): boolean {
  return code === 'ENOTFOUND' || code === 'ENODATA';
}

function unavailable(name: string, reason: string): LookupFailure {
  return { code: 'EAI_AGAIN', message: `${name} cannot be resolved: ${reason}` };
}

function ipv4First(one: LookupAddress, other: LookupAddress): number {
  return one.family - other.family;
}
