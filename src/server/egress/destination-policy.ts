import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { maxUrlLength } from '../../contract/shared-fields.ts';

/** A URL in the form it is stored in, or why the server must not connect to it. */
export type Destination = { url: string } | { rejected: string };

/** Where the server connects to for its users: public hosts, or for tests also private ones. */
export interface DestinationPolicy {
  allowPrivate: boolean;
}

/**
 * Decides by its text alone whether a webhook URL may be connected: public https (service
 * document, "Limits"). What its name stands for is checked again before each attempt.
 */
export function destinationUrl(text: string, policy: DestinationPolicy): Destination {
  return checkedUrl(text, policy.allowPrivate ? ['https:', 'http:'] : ['https:'], policy);
}

/** Decides the same for the address of a monitor's own feed, which may be http too. */
export function sourceUrl(text: string, policy: DestinationPolicy): Destination {
  return checkedUrl(text, ['https:', 'http:'], policy);
}

function checkedUrl(
  text: string,
  protocols: readonly string[],
  { allowPrivate }: DestinationPolicy,
): Destination {
  if (text.length > maxUrlLength) return { rejected: `must be at most ${maxUrlLength} characters` };
  if (!URL.canParse(text)) return { rejected: 'must be a whole URL, such as https://host/path' };
  const url = new URL(text);
  if (!protocols.includes(url.protocol)) return { rejected: 'must be https' };
  if (url.username || url.password) return { rejected: 'must hold no user name or password' };
  if (url.port === '0') return { rejected: 'must name a port other than 0' };
  if (allowPrivate) return { url: url.href };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const reason = isIP(host) ? addressReason(host) : nameReason(host);
  return reason === undefined ? { url: url.href } : { rejected: reason };
}

const privateNames = /(^|\.)(localhost|local|internal|localdomain|home\.arpa|onion)$/;

function nameReason(host: string): string | undefined {
  const name = host.replace(/\.$/, '');
  if (name === '') return 'must name a host';
  if (privateNames.test(name) || !name.includes('.')) return `names a private host (${name})`;
  return undefined;
}

/** Why an address cannot be delivered to; `undefined` for a public one. */
export function addressReason(address: string): string | undefined {
  const parsed = ipaddr.process(address);
  const isPublic =
    parsed.kind() === 'ipv4'
      ? parsed.range() === 'unicast'
      : parsed.range() === 'unicast' && parsed.match(globalUnicast);
  return isPublic ? undefined : `names an address that is not public (${address})`;
}

/** The only IPv6 space that is routed publicly (RFC 4291, section 2.4); ipaddr.js calls more unicast. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
