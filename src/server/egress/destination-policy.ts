import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { maxUrlLength } from '../../contract/shared-fields.ts';
import { parseUrl } from '../../node/parse-url.ts';

/** The normalized URL to store, or the reason why the server must not connect to it. */
export type CheckedUrl = { url: string } | { rejected: string };

/** Which hosts the server connects to on behalf of its users. */
export interface DestinationPolicy {
  /** Whether private hosts and plain http are allowed too, as in tests. */
  allowPrivate: boolean;
}

/**
 * Checks that a webhook URL is https and names a public host (docs/service.md §10). Only the text
 * of the URL is checked: `guardedLookup` checks the addresses of the host at each attempt.
 */
export function checkWebhookUrl(text: string, policy: DestinationPolicy): CheckedUrl {
  return checkUrl(text, policy.allowPrivate ? ['https:', 'http:'] : ['https:'], policy);
}

/** Checks the URL of a monitor's own feed, which may also be http. */
export function checkFeedUrl(text: string, policy: DestinationPolicy): CheckedUrl {
  return checkUrl(text, ['https:', 'http:'], policy);
}

function checkUrl(
  text: string,
  protocols: readonly string[],
  { allowPrivate }: DestinationPolicy,
): CheckedUrl {
  if (text.length > maxUrlLength) return { rejected: `must be at most ${maxUrlLength} characters` };
  const url = parseUrl(text);
  if (!url) return { rejected: 'must be an absolute URL, such as https://host/path' };
  if (!protocols.includes(url.protocol)) return { rejected: 'must be https' };
  if (url.username || url.password) return { rejected: 'must not contain a user name or password' };
  if (url.port === '0') return { rejected: 'must not use port 0' };
  if (allowPrivate) return { url: url.href };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const reason = isIP(host) ? privateAddressReason(host) : privateNameReason(host);
  return reason === undefined ? { url: url.href } : { rejected: reason };
}

const privateNames = /(^|\.)(localhost|local|internal|localdomain|home\.arpa|onion)$/;

function privateNameReason(host: string): string | undefined {
  const name = host.replace(/\.$/, '');
  if (name === '') return 'must contain a host name';
  if (privateNames.test(name) || !name.includes('.')) return `names a private host (${name})`;
  return undefined;
}

/** Why the server must not connect to an IP address; `undefined` for a public address. */
export function privateAddressReason(address: string): string | undefined {
  const parsed = ipaddr.process(address);
  const isPublic =
    parsed.kind() === 'ipv4'
      ? parsed.range() === 'unicast'
      : parsed.range() === 'unicast' && parsed.match(globalUnicast);
  return isPublic ? undefined : `names an address that is not public (${address})`;
}

/** The only public IPv6 range (RFC 4291, section 2.4). ipaddr.js treats more as unicast. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
