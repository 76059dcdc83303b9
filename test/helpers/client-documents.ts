import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { redirectUri } from './assistant.ts';
import { makeCertificate } from './certificate.ts';
import { listeningAt } from './proxy.ts';

/** Sends a response for a path, such as `/client.json`. */
type Respond = (response: ServerResponse, url: string) => void;

/** The client ID metadata document of an assistant, as VS Code and others publish theirs. */
export function clientDocument(url: string, changes: Record<string, unknown> = {}) {
  return {
    client_id: url,
    client_name: 'Published assistant',
    client_uri: new URL(url).origin,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: ['https://assistant.example.com/redirect', redirectUri],
    token_endpoint_auth_method: 'none',
    ...changes,
  };
}

/**
 * A website with client ID metadata documents, over HTTPS with a certificate that nobody trusts.
 * Without `respond`, every path has a valid document.
 */
export async function documentWebsite(host = 'localhost') {
  const requested: string[] = [];
  const site = {
    origin: '',
    requested,
    respond: ((response, url) => sendDocument(response, clientDocument(url))) as Respond,
  };
  const server = createServer(makeCertificate('DNS:localhost', 1), ({ url = '' }, response) => {
    requested.push(url);
    site.respond(response, site.origin + url);
  });
  const [, port] = (await listeningAt(server)).split(':');
  site.origin = `https://${host}:${port}`;
  return site;
}

export function sendDocument(response: ServerResponse, document: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(typeof document === 'string' ? document : JSON.stringify(document));
}
