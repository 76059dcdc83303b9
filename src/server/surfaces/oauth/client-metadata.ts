import { redirectProblem } from './redirect-uri.ts';

/** What of a registration is kept. Nothing else has a meaning here, and some of it would be fetched. */
const kept = new Set([
  'client_id',
  'client_id_issued_at',
  'client_name',
  'redirect_uris',
  'grant_types',
  'response_types',
  'software_id',
  'software_version',
]);

const longestName = 100;
const mostRedirects = 20;

/**
 * Makes of what a program registers (RFC 7591, section 2) a native public client, in place: whatever
 * way to authenticate it asked for, a program on the user's machine keeps no secret (RFC 8252,
 * section 8.5), and section 3.2.1 of RFC 7591 lets the server choose.
 *
 * @returns what is wrong with it, beginning with the field's name; `undefined` when nothing is
 */
export function nativeClientProblem(metadata: Record<string, unknown>): string | undefined {
  for (const field of Object.keys(metadata)) if (!kept.has(field)) delete metadata[field];
  Object.assign(metadata, {
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: 'ES256',
  });
  const { client_name: name, redirect_uris: redirects } = metadata;
  if (typeof name === 'string' && (name.length > longestName || /[\p{Cc}\p{Bidi_C}]/u.test(name))) {
    return `client_name must be at most ${longestName} characters on one line, all visible`;
  }
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > mostRedirects) {
    return `redirect_uris must be a list of 1 to ${mostRedirects} addresses`;
  }
  const problem = redirects.map(redirectProblem).find((each) => each !== undefined);
  return problem && `redirect_uris ${problem}`;
}
