/** Limits of the authorization server. docs/limits.md lists them. */
export const oauthLimits = {
  /** Query of an authorization request, in bytes. Beyond: 400. */
  maxAuthorizationQueryBytes: 2560,
  /** Each parameter of an authorization request, in characters. Beyond: 400. */
  maxParameterLength: 1024,
  /** Body, in bytes. Beyond: 413. */
  maxBodyBytes: 8 * 1024,
  /** Objects and arrays inside each other in a registration. Beyond: 400. */
  maxDepth: 8,
  /** Members and elements at every level of a registration. Beyond: 400. */
  maxValues: 200,
  /** Name, redirect URIs and software of a client, as JSON, in characters. Beyond: 400. */
  maxClientLength: 2048,
  /** Name of a client, in characters. Beyond: 400. */
  maxNameLength: 100,
  /** Redirect URIs of a client. Beyond: 400. */
  maxRedirectUris: 20,
  /** A redirect URI, in characters. Beyond: 400. */
  maxRedirectUriLength: 1024,
  /** Authorization requests of one address in a minute. Beyond: 429. */
  maxAuthorizations: 60,
  /** Token requests of one address in a minute. Beyond: 429. */
  maxTokenRequests: 120,
  /** Revocations of one address in a minute. Beyond: 429. */
  maxRevocations: 120,
  /** Registrations of one address in ten minutes. Beyond: 429. */
  maxRegistrations: 20,
  /** A client ID metadata document, in bytes. Beyond: 400. */
  maxDocumentBytes: 5 * 1024,
  /** Milliseconds to fetch such a document. Beyond: 400. */
  maxDocumentMilliseconds: 2500,
  /** Milliseconds for which such a document is not fetched again. */
  maxDocumentAge: 60 * 60_000,
  /** New documents for one address in ten minutes. Beyond: 429. */
  maxNewDocuments: 20,
  /** Stored clients that no user has approved. Beyond: the address with most loses its oldest. */
  maxUnusedClients: 1000,
} as const;
