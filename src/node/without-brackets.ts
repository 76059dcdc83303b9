/** Removes the brackets that URLs put around IPv6 addresses: sockets do not accept them. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
