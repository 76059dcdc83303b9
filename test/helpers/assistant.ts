import type { RunningServer } from 'newswatch/server';
import * as oauth from 'oauth4webapi';
import { TestBrowser } from './test-browser.ts';

/** Test servers do not use TLS. */
export const insecure = { [oauth.allowInsecureRequests]: true } as const;

export const redirectUri = 'http://127.0.0.1:49152/callback';

/** Registers an assistant with a server, with an independent OAuth library. */
export async function registered(
  server: Pick<RunningServer, 'baseUrl'>,
  metadata: Record<string, oauth.JsonValue> = {},
) {
  const issuer = new URL(server.baseUrl);
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      as,
      { client_name: 'Test assistant', redirect_uris: [redirectUri], ...metadata },
      insecure,
    ),
  );
  return { as, client, resource: `${server.baseUrl}/mcp` };
}

export type Assistant = Awaited<ReturnType<typeof registered>>;

/** A valid authorization request, and the values to check its response with. */
export async function authorizationRequest(
  { as, client, resource }: Assistant,
  changes: Record<string, string | undefined> = {},
) {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const parameters: Record<string, string | undefined> = {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource,
    ...changes,
  };
  const url = new URL(as.authorization_endpoint ?? '');
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return { url, verifier, state };
}

/** Decides on the consent page. Returns the URL of the redirect to the assistant. */
export async function decided(browser: TestBrowser, url: URL, decision = 'allow'): Promise<URL> {
  const consent = (await browser.get(url.href)).location;
  const resumed = await browser.submit(consent, consent, { decision });
  // The page for an app with its own scheme stays and continues by itself.
  const next = resumed.location || (resumed.headers.get('refresh') ?? '').replace('0; url=', '');
  return new URL((await browser.get(next)).location);
}

/** Signs in and approves. Returns the arguments of {@link exchange}, and the browser. */
export async function approved(server: RunningServer, assistant: Assistant) {
  const browser = new TestBrowser(server);
  await browser.signIn(server);
  const { url, verifier, state } = await authorizationRequest(assistant);
  const callback = await decided(browser, url);
  return { callback, verifier, state, browser };
}

/** Exchanges a code for tokens, and returns the raw response. */
export async function exchange(
  { as, client }: Assistant,
  { callback, verifier, state }: { callback: URL; verifier: string; state: string },
  redirect_uri = redirectUri,
): Promise<Response> {
  const parameters = oauth.validateAuthResponse(as, client, callback, state);
  return oauth.authorizationCodeGrantRequest(
    as,
    client,
    oauth.None(),
    parameters,
    redirect_uri,
    verifier,
    insecure,
  );
}

/** Registers and approves an assistant, and gets its tokens. */
export async function connected(server: RunningServer, metadata = {}) {
  const assistant = await registered(server, metadata);
  const approval = await approved(server, assistant);
  const tokens = await oauth.processAuthorizationCodeResponse(
    assistant.as,
    assistant.client,
    await exchange(assistant, approval),
  );
  return { ...assistant, tokens, browser: approval.browser };
}

export async function refreshed({ as, client }: Assistant, refreshToken: string) {
  return oauth.refreshTokenGrantRequest(as, client, oauth.None(), refreshToken, insecure);
}
