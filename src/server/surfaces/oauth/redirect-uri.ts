import { parseUrl } from '../../../node/parse-url.ts';
import { matchesRedirectPattern } from '../../../node/redirect-pattern.ts';
import { oauthLimits } from './limits.ts';

/** URLs with a loopback host in its usual notation (RFC 8252, section 7.3). */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|\?|$)/;

/** Schemes that browsers or operating systems handle themselves or open with another program. */
const knownSchemes = new Set(
  `
  about acap afp applescript blob chrome cid content data dav davs dict dns facetime file
  filesystem finger fish ftp ftps geo git gopher h323 hcp help imap imaps info intent ipfs ipns
  ipp ipps irc irc6 ircs itms itms-apps jar javascript jdbc ldap ldapi ldaps magnet mailto maps
  market mid mms moz-extension mqtt mqtts msrp mtqp mvn news nfs nntp odbc onion pop pop3 rdp
  redis res resource rlogin rmi rsync rtmp rtsp rtspu search search-ms sftp shell shortcuts sip
  sips skype smb sms snmp ssh steam stun svn tcp tel telnet tftp tip tn3270 turn udp unix urn
  vbscript view-source vnc wais webcal ws wss wyciwyg xmpp z39.50
  `
    .trim()
    .split(/\s+/)
    .map((name) => `${name}:`),
);

const knownSchemePrefixes =
  /^(ms|x-apple|chrome|moz|edge|opera|brave|android|view|svn|git|web)[+-]/;

/**
 * Checks a redirect URI of a dynamically registered client. Programs on the user's machine may receive
 * authorization codes, over loopback on any port or with a private-use scheme (RFC 8252, sections 7.1
 * and 7.3), and so may the https URLs that the operator allows.
 *
 * @param allowed redirect patterns
 * @returns the problem; `undefined` if the URI is allowed
 */
export function redirectUriProblem(text: unknown, allowed: readonly string[]): string | undefined {
  const url = typeof text === 'string' ? parseUrl(text) : undefined;
  if (typeof text !== 'string' || !url) return 'must be absolute URIs';
  const { maxRedirectUriLength } = oauthLimits;
  if (text.length > maxRedirectUriLength) {
    return `must have at most ${maxRedirectUriLength} characters each`;
  }
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain whitespace';
  if (allowed.some((pattern) => matchesRedirectPattern(text, pattern))) return undefined;
  if (text.includes('#')) return 'must not contain a fragment';
  if (url.username || url.password) return 'must not contain a user name or password';
  if (/^https?:$/.test(url.protocol) && !loopback.test(text)) {
    return 'must be on loopback (http://127.0.0.1, http://[::1], http://localhost), use a private-use scheme, or be an https URL that the operator allows';
  }
  if (knownSchemes.has(url.protocol) || knownSchemePrefixes.test(url.protocol)) {
    return `must not use the scheme ${url.protocol}`;
  }
  return undefined;
}

/** A redirect URI as a source of the `form-action` directive of a Content-Security-Policy. */
export function formActionSource(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri);
  if (protocol === 'https:') return origin;
  // The directive has no syntax for IPv6 addresses (w3c/webappsec-csp, host-source).
  return protocol === 'http:' && hostname !== '[::1]' ? origin : protocol;
}

/** Where a client gets its codes: the hosts of websites and of programs on the computer, or the schemes of apps. */
export function redirectTargets(metadata: string): string[] {
  const { redirect_uris = [] } = JSON.parse(metadata) as { redirect_uris?: readonly string[] };
  const targets = redirect_uris.flatMap((uri) => {
    const url = parseUrl(uri);
    if (!url) return [];
    return /^https?:$/.test(url.protocol) ? [url.host] : [url.protocol];
  });
  return [...new Set(targets)];
}
