/** Addresses of this very machine, written as they are meant (RFC 8252, section 7.3). */
const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|\?|$)/;

/**
 * Schemes that browsers, systems and programs for other machines give a meaning of their own: by them
 * a code would go to somebody else, or to no app at all.
 */
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

/** Families of them. */
const systemSchemes = /^(ms|x-apple|chrome|moz|edge|opera|brave|android|view|svn|git|web)[+-]/;

/**
 * Why a client that anyone may register must not have its codes sent to an address; `undefined` when
 * it may. Only programs on the user's own machine get codes: over loopback on any port, or by a
 * private-use scheme (RFC 8252, sections 7.1 and 7.3).
 */
export function redirectProblem(text: unknown): string | undefined {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (typeof text !== 'string' || !url) return 'must be absolute addresses';
  if (text.length > 2000) return 'must be at most 2000 characters each';
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain white space';
  if (text.includes('#')) return 'must not contain a fragment';
  if (url.username || url.password) return 'must not contain a user name or a password';
  if (/^https?:$/.test(url.protocol) && !loopback.test(text)) {
    return 'must be on loopback (http://127.0.0.1, http://[::1], http://localhost) or have an app’s own scheme';
  }
  if (knownSchemes.has(url.protocol) || systemSchemes.test(url.protocol))
    return `must not have the scheme ${url.protocol}`;
  return undefined;
}

/** Where a code goes, in a form that a Content-Security-Policy takes as a `form-action`. */
export function redirectSource(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri);
  // CSP has no form for an IPv6 address (w3c/webappsec-csp, host-source).
  return protocol === 'http:' && hostname !== '[::1]' ? origin : protocol;
}
