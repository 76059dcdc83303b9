/** An address to listen on. */
export interface HostPort {
  host: string;
  /** 0: any free port. */
  port: number;
}

/**
 * Reads `host:port`, with brackets around an IPv6 address.
 *
 * @returns `undefined` if the text has another form
 */
export function parseHostPort(text: string): HostPort | undefined {
  const [, ipv6, name, digits] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = Number(digits);
  return host === undefined || port > 65_535 ? undefined : { host, port };
}
