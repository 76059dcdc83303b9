/** Names that stand for this very machine (RFC 8252, section 7.3). */
const loopbacks = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Schemes that browsers and systems give a meaning of their own: no app receives a code by them. */
const knownSchemes = new Set([
  'about:',
  'blob:',
  'chrome:',
  'content:',
  'data:',
  'facetime:',
  'file:',
  'filesystem:',
  'ftp:',
  'intent:',
  'jar:',
  'javascript:',
  'mailto:',
  'sms:',
  'ssh:',
  'tel:',
  'urn:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);

/**
 * Why a client that anyone may register must not have its codes sent to an address; `undefined` when
 * it may. Only programs on the user's own machine get codes: over loopback on any port, or by a
 * private-use scheme (RFC 8252, sections 7.1 and 7.3).
 */
export function redirectProblem(text: unknown): string | undefined {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (typeof text !== 'string' || !url) return 'must be absolute addresses';
  if (text.length > 2000) return 'must be at most 2000 characters each';
  if (text.includes('#')) return 'must not contain a fragment';
  if (url.username || url.password) return 'must not contain a user name or a password';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && !loopbacks.has(url.hostname))) {
    return 'must be on loopback (http://127.0.0.1, http://[::1], http://localhost) or have an app’s own scheme';
  }
  if (knownSchemes.has(url.protocol)) return `must not have the scheme ${url.protocol}`;
  return undefined;
}

/** Where a code goes, in a form that a Content-Security-Policy takes as a `form-action`. */
export function redirectSource(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri);
  // CSP has no form for an IPv6 address (w3c/webappsec-csp, host-source).
  return protocol === 'http:' && hostname !== '[::1]' ? origin : protocol;
}
