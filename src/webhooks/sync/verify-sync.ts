import {
  hmacInputs,
  readSignedRequest,
  type Verified,
  type VerifyOptions,
  verifiedBy,
} from '../signed-request.ts';
import { isHmacSync } from './hmac-sync.ts';

/** `verify` with `node:crypto`. */
export function verifySync(options: VerifyOptions): Verified {
  const request = readSignedRequest(options);
  const matches = hmacInputs(request).map((input) => isHmacSync(input, request.digests));
  return verifiedBy(request, matches);
}
