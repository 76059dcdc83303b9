import type { LookupFunction } from 'node:net';
import { type DestinationPolicy, privateAddressReason } from './destination-policy.ts';
import type { HostResolver, LookupResult } from './host-resolver.ts';

/** Error code of a lookup whose host name resolves to a non-public address. */
export const addressRejected = 'ADDRESS_REJECTED';

/**
 * A lookup for connections of `node:net`. Unless private hosts are allowed, it fails with
 * `ADDRESS_REJECTED` if any address of the name is not public.
 */
export function guardedLookup(
  resolver: Pick<HostResolver, 'resolve'>,
  policy: DestinationPolicy,
): LookupFunction {
  return async (hostname, options, callback) => {
    const result = checked(await resolver.resolve(hostname), policy);
    const [first] = 'code' in result ? [] : result;
    if ('code' in result || !first) callback(errorOf(result), '');
    else if (options.all) callback(null, [...result]);
    else callback(null, first.address, first.family);
  };
}

type Checked = LookupResult | { code: typeof addressRejected; message: string };

function checked(result: LookupResult, { allowPrivate }: DestinationPolicy): Checked {
  if ('code' in result || allowPrivate) return result;
  const message = result.map(({ address }) => privateAddressReason(address)).find(Boolean);
  return message === undefined ? result : { code: addressRejected, message };
}

function errorOf(result: Checked): NodeJS.ErrnoException {
  if (!('code' in result)) return Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  return Object.assign(new Error(result.message), { code: result.code });
}
