declare module 'proxy-from-env' {
  /** The proxy for a URL; empty if there is none. */
  export function getProxyForUrl(url: string): string;
}
