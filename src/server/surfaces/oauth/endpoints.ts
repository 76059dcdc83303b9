/** Paths of the authorization server. */
export const endpoints = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const;

/** The endpoint of a path: an approved request continues at `/oauth/authorize/<id>`. */
export function endpointOf(path: string): string {
  return path.startsWith(`${endpoints.authorization}/`) ? endpoints.authorization : path;
}

/** Path of the consent page, followed by the id of the authorization request. */
export const consentPath = '/oauth/consent';

/** The only scope: every assistant has the same permissions. */
export const scope = 'mcp';

/** The audience of access tokens (RFC 8707): the MCP endpoint. */
export function resourceOf(baseUrl: string): string {
  return `${baseUrl}/mcp`;
}
