import { cors } from 'hono/cors';
import type { App } from '../shared/hono-app.ts';
import { endpoints, resourceOf, scope } from './endpoints.ts';

/** Path of the metadata of the MCP endpoint (RFC 9728, section 3.1). */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp';

export const serverMetadataPath = '/.well-known/oauth-authorization-server';

interface MetadataOptions {
  baseUrl: string;
  /** Whether clients may be identified by client ID metadata documents (default: `true`). */
  clientDocuments?: boolean | undefined;
}

/** Adds the two discovery documents, which pages of any origin may read. */
export function addMetadataRoutes(
  app: App,
  { baseUrl, clientDocuments = true }: MetadataOptions,
): void {
  app.use('/.well-known/*', cors({ origin: '*', allowMethods: ['GET'] }));
  app.get(serverMetadataPath, (c) => c.json(serverMetadata(baseUrl, clientDocuments)));
  app.get(resourceMetadataPath, (c) => c.json(resourceMetadata(baseUrl)));
}

/** RFC 8414, section 2. */
function serverMetadata(baseUrl: string, clientDocuments: boolean) {
  return {
    issuer: baseUrl,
    authorization_endpoint: baseUrl + endpoints.authorization,
    token_endpoint: baseUrl + endpoints.token,
    registration_endpoint: baseUrl + endpoints.registration,
    revocation_endpoint: baseUrl + endpoints.revocation,
    scopes_supported: [scope],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: clientDocuments,
  };
}

/** RFC 9728, section 2. */
function resourceMetadata(baseUrl: string) {
  return {
    resource: resourceOf(baseUrl),
    authorization_servers: [baseUrl],
    scopes_supported: [scope],
    bearer_methods_supported: ['header'],
    resource_name: 'newswatch',
  };
}

/**
 * The `WWW-Authenticate` header of a 401 from the MCP endpoint (RFC 9728, section 5.1; RFC 6750,
 * section 3). It has no `error` if the request sent no token.
 */
export function bearerChallenge(baseUrl: string, error?: 'invalid_token'): string {
  const parameters = [
    ...(error ? [`error="${error}"`] : []),
    `resource_metadata="${baseUrl}${resourceMetadataPath}"`,
    `scope="${scope}"`,
  ];
  return `Bearer ${parameters.join(', ')}`;
}
