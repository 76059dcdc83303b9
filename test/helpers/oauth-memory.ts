import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { redirectUri } from './assistant.ts';

/** Keeps the OAuth state of an MCP client in memory, and records URLs instead of opening a browser. */
export class OAuthMemory implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata: { client_name: string; redirect_uris: string[] };
  /** URLs that the client wanted to open in a browser. */
  readonly openedUrls: URL[] = [];
  #state = '';
  #verifier = '';
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #discovered: OAuthDiscoveryState | undefined;

  /** URL of the client ID metadata document, which the client uses if the server supports it. */
  readonly clientMetadataUrl?: string;

  constructor(clientMetadataUrl?: string, redirectUrl: string = redirectUri) {
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
    this.redirectUrl = redirectUrl;
    this.clientMetadata = { client_name: 'Official client', redirect_uris: [redirectUrl] };
  }

  /** The `state` that the redirect must have. */
  get expectedState(): string {
    return this.#state;
  }

  state(): string {
    this.#state = crypto.randomUUID();
    return this.#state;
  }

  clientInformation() {
    return this.#client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }

  tokens() {
    return this.#tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.openedUrls.push(url);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }

  discoveryState() {
    return this.#discovered;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'client') this.#client = undefined;
    if (scope === 'all' || scope === 'tokens') this.#tokens = undefined;
    if (scope === 'all' || scope === 'discovery') this.#discovered = undefined;
  }
}
