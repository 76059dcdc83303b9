import { clientNameProblem } from './client-name.ts';
import { oauthLimits } from './limits.ts';
import { redirectUriProblem } from './redirect-uri.ts';

/** Fields of a registration that are stored. The others have no effect, or are URLs to fetch. */
const storedFields = new Set([
  'client_id',
  'client_id_issued_at',
  'client_name',
  'redirect_uris',
  'grant_types',
  'response_types',
  'software_id',
  'software_version',
]);

const grantTypes = new Set<unknown>(['authorization_code', 'refresh_token']);

const { maxClientLength, maxRedirectUris } = oauthLimits;

/**
 * Turns a registration (RFC 7591, section 2) into that of a native public client, in place. The
 * server may choose the authentication method (RFC 7591, section 3.2.1), and a program on the
 * user's machine cannot keep a secret (RFC 8252, section 8.5). Redirect URIs that are not allowed and grant
 * types that do not exist here are left out, as section 3.2.1 permits: some clients register those of all
 * their platforms.
 *
 * @param allowedRedirects patterns of https redirect URIs
 * @returns the problem, starting with the field's name; `undefined` if it is valid
 */
export function makeNativeClient(
  metadata: Record<string, unknown>,
  allowedRedirects: readonly string[],
): string | undefined {
  for (const field of Object.keys(metadata)) if (!storedFields.has(field)) delete metadata[field];
  Object.assign(metadata, {
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: 'ES256',
  });
  const { grant_types: grants } = metadata;
  if (Array.isArray(grants) && grants.includes('authorization_code')) {
    metadata['grant_types'] = grants.filter((grant) => grantTypes.has(grant));
  }
  const { client_name: name, redirect_uris: uris, software_id, software_version } = metadata;
  if (JSON.stringify([name, uris, software_id, software_version]).length > maxClientLength) {
    return `client_name, redirect_uris, software_id and software_version must have at most ${maxClientLength} characters in total`;
  }
  const nameProblem = typeof name === 'string' ? clientNameProblem(name) : undefined;
  if (nameProblem !== undefined) return `client_name ${nameProblem}`;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxRedirectUris) {
    return `redirect_uris must be a list of 1 to ${maxRedirectUris} URIs`;
  }
  const problems = uris.map((uri) => redirectUriProblem(uri, allowedRedirects));
  metadata['redirect_uris'] = uris.filter((_, index) => problems[index] === undefined);
  const [problem] = problems;
  return problems.includes(undefined) ? undefined : `redirect_uris ${problem}`;
}
