/** Where the authorization server's endpoints are; the service document leaves them open. */
export const endpoints = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const;

/** Where a browser shows a human what an assistant asks for. */
export const consentPath = '/oauth/consent';

/** The one scope: what an assistant may do is always the same. */
export const scope = 'mcp';

/** What tokens are issued for, their audience (RFC 8707): the MCP endpoint. */
export function resourceOf(baseUrl: string): string {
  return `${baseUrl}/mcp`;
}
