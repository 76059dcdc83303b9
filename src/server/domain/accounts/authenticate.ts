import type { AuthenticatedPrincipal, Context } from '../context.ts';
import { hashSecret } from './secret.ts';

/**
 * Returns the principal of an API key, or of an OAuth access token for `audience` (RFC 8707 §2).
 * `undefined` if the token is unknown, expired or revoked, if its grant has ended, or if it is an
 * access token for another audience.
 */
export async function authenticate(
  { store, clock, usage }: Pick<Context, 'store' | 'clock' | 'usage'>,
  token: string,
  audience: string | undefined,
): Promise<AuthenticatedPrincipal | undefined> {
  const hash = hashSecret(token);
  const holder = await store.keys.holder(hash);
  if (holder) usage.keyUsed(hash, clock.now());
  if (holder || audience === undefined) return holder && { account: holder, credential: hash };
  const now = clock.now();
  const accessToken = await store.oauth.findArtifact('access_token', hash, now);
  if (!accessToken?.grant_id || accessToken.audience !== audience) return undefined;
  const grant = await store.oauth.getGrant(accessToken.grant_id, now);
  const account = grant && (await store.accounts.get(grant.account_id));
  return account && { account, credential: grant.id };
}
