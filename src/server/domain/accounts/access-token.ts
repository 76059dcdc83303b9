import type { Context, Principal } from '../context.ts';
import { hashSecret } from './secret.ts';

/**
 * The principal of an OAuth access token; `undefined` if the token is unknown, expired, revoked or
 * issued for another audience (RFC 8707 §2), or if its grant has ended.
 */
export async function principalOfToken(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  token: string,
  audience: string,
): Promise<Principal | undefined> {
  const now = clock.now();
  const found = await store.oauth.findArtifact('access_token', hashSecret(token), now);
  if (!found?.grant_id || found.audience !== audience) return undefined;
  const grant = await store.oauth.getGrant(found.grant_id, now);
  const account = grant && (await store.accounts.get(grant.account_id));
  return account && { account };
}
