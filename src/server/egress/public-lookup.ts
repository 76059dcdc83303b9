import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { addressReason } from './destination-policy.ts';

/** The code of the error that a name with an address that is not public ends in. */
export const addressRejected = 'ADDRESS_REJECTED';

/** Gives every address of a name, as `lookup` of node:dns does. */
export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The look-up for a connection that must stay public: it gives only addresses that were checked, and
 * one that is not public rejects them all, whatever the others are.
 *
 * @param lookup where names are looked up; the system's resolver unless given
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
  const reason = addresses.map(({ address }) => addressReason(address)).find(Boolean);
  return reason === undefined ? null : Object.assign(new Error(reason), { code: addressRejected });
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENODATA' });
}
