import type { LookupAddress } from 'node:dns';
import { isIP, isIPv4 } from 'node:net';

/** Milliseconds to wait for addresses of the other family once there are some (RFC 8305, section 3). */
const resolutionDelay = 50;

/**
 * Resolves a host name to its addresses. An abort ends it at once.
 *
 * The system's look-up (`getaddrinfo`) cannot be ended: it occupies a thread, and a process does not
 * exit before it returns, which takes 10 s or more if the DNS servers are silent. On Linux, DNS is
 * therefore asked directly; the system's look-up is used for names in the hosts file and names that
 * DNS does not know (search domains, mDNS and other sources of nsswitch.conf). Other systems choose
 * DNS servers by name, which only their own look-up knows.
 *
 * @param host a host name or an IP address without brackets
 * @throws the error of the system's look-up, or the signal's reason
 */
export async function lookUpHost(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  signal.throwIfAborted();
  const isDnsAsked = process.platform === 'linux' && !(await isLocalName(host));
  return (isDnsAsked && (await queryDns(host, signal))) || systemLookup(host, signal);
}

async function isLocalName(host: string): Promise<boolean> {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (/(^|\.)local(host)?$/.test(name)) return true;
  const { readFile } = await import('node:fs/promises');
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  return text.split('\n').some((line) => {
    const [, ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(name);
  });
}

/** The addresses of a name in DNS; `undefined` if it has none or DNS fails. */
async function queryDns(host: string, signal: AbortSignal): Promise<LookupAddress[] | undefined> {
  const { Resolver } = await import('node:dns/promises');
  const resolver = new Resolver();
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found: LookupAddress[] = [];
    const query = async (addresses: Promise<string[]>) => {
      for (const address of await addresses.catch(() => [])) {
        found.push({ address, family: isIPv4(address) ? 4 : 6 });
      }
    };
    const queries = [query(resolver.resolve4(host)), query(resolver.resolve6(host))];
    await Promise.race(queries);
    const all = Promise.all(queries);
    await (found.length > 0 ? Promise.race([all, pause(resolutionDelay)]) : all);
    signal.throwIfAborted();
    return found.length > 0 ? found : undefined;
  } finally {
    signal.removeEventListener('abort', cancel);
    resolver.cancel();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}

async function systemLookup(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
  const { lookup } = await import('node:dns/promises');
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    lookup(host, { all: true }).then(resolve, reject);
  });
}
