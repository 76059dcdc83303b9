import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { privateAddressReason } from './destination-policy.ts';

/** Error code of a lookup whose host name resolves to a non-public address. */
export const addressRejected = 'ADDRESS_REJECTED';

/** Resolves a host name to all of its addresses, like `lookup` of node:dns. */
export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup for connections to public hosts: it fails with `ADDRESS_REJECTED` if any address of the
 * name is not public.
 *
 * @param lookup default: the system's resolver
 */
export function publicLookup(lookup: Lookup = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const failure = error ?? rejection(addresses);
      const [first] = addresses ?? [];
      if (failure || !first) callback(failure ?? noAddress(hostname), '');
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function rejection(addresses: readonly LookupAddress[]): NodeJS.ErrnoException | null {
  const reason = addresses.map(({ address }) => privateAddressReason(address)).find(Boolean);
  return reason === undefined ? null : Object.assign(new Error(reason), { code: addressRejected });
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENODATA' });
}
