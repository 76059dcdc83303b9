import { parseUrl } from '../../node/parse-url.ts';
import { withoutBrackets } from '../../node/without-brackets.ts';
import { SettingError } from '../errors.ts';

const defaultPorts = { 'http:': 80, 'https:': 443, 'socks5:': 1080, 'socks5h:': 1080 } as const;

/** A proxy to tunnel through. */
export interface ProxyServer {
  /** With `socks5h:`, the proxy looks up the host name; with `socks5:`, this machine does. */
  protocol: keyof typeof defaultPorts;
  /** A host name or an IP address without brackets. */
  host: string;
  port: number;
  /** Empty if there is none. */
  username: string;
  /** Empty if there is none. */
  password: string;
  /** The URL without user name and password, for messages. */
  name: string;
}

/**
 * Parses the URL of a proxy, such as `socks5h://user:password@host:1080`. User name and password are
 * percent-decoded; SOCKS has neither or both (RFC 1929). Without a scheme it is an http proxy.
 *
 * @param subject starts the message of an error
 * @throws {SettingError} without the URL in its message, which may contain a password
 */
export function parseProxy(text: string, subject = 'the proxy'): ProxyServer {
  const invalid = (message: string) =>
    new SettingError(
      'proxy',
      `${subject} ${message}`,
      'Write it as http://host:port, https://…, socks5://… or socks5h://…',
    );
  const address = text.trim();
  const url = parseUrl(address.includes('://') ? address : `http://${address}`);
  if (!url) throw invalid('is not a URL');
  const { protocol, hostname, port, username, password } = url;
  if (!isSupported(protocol)) throw invalid(`has the unsupported scheme ${protocol}//`);
  if (hostname === '') throw invalid('has no host');
  const [user, secret] = [username, password].map(decode);
  if (user === undefined || secret === undefined) {
    throw invalid('has a user name or password that is not percent-encoded UTF-8');
  }
  if (/^socks/.test(protocol) && !isSocksLogin(user, secret)) {
    throw invalid('needs a user name and a password of 1 to 255 bytes each, or neither');
  }
  const host = hostname.toLowerCase();
  const number = Number(port) || defaultPorts[protocol];
  return {
    protocol,
    host: withoutBrackets(host),
    port: number,
    username: user,
    password: secret,
    name: `${protocol}//${host}:${number}`,
  };
}

function isSupported(protocol: string): protocol is ProxyServer['protocol'] {
  return Object.hasOwn(defaultPorts, protocol);
}

function isSocksLogin(username: string, password: string): boolean {
  if (username === '' && password === '') return true;
  return [username, password].every((each) => each !== '' && Buffer.byteLength(each) <= 255);
}

/** Returns `undefined` if the text is not percent-encoded UTF-8. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
