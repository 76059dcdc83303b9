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
 * Parses the URL of a proxy, such as `socks5h://user:password@host:1080`. Percent-encoded
 * characters in user name and password are decoded. Without a scheme it is an http proxy.
 *
 * @throws {SettingError} without the URL in its message, which may contain a password
 */
export function parseProxy(text: string): ProxyServer {
  const url = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(url)) throw invalid('the URL of the proxy cannot be parsed');
  const { protocol, hostname, port, username, password } = new URL(url);
  if (!isSupported(protocol)) {
    throw invalid(`the proxy has the unsupported scheme ${protocol}//`);
  }
  if (hostname === '') throw invalid('the URL of the proxy has no host');
  const [number, host] = [Number(port) || defaultPorts[protocol], hostname.toLowerCase()];
  return {
    protocol,
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: number,
    username: decode(username),
    password: decode(password),
    name: `${protocol}//${host}:${number}`,
  };
}

function isSupported(protocol: string): protocol is ProxyServer['protocol'] {
  return Object.hasOwn(defaultPorts, protocol);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('the user name or password of the proxy is not percent-encoded UTF-8');
  }
}

function invalid(message: string): SettingError {
  const hint = 'Write it as http://, https://, socks5:// or socks5h://host:port';
  return new SettingError('proxy', message, hint);
}
