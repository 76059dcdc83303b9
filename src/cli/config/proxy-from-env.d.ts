declare module 'proxy-from-env' {
  /** The proxy that the environment names for a URL; empty where it names none. */
  export function getProxyForUrl(url: string): string;
}
