/** The loopback addresses that the certificate names. */
const hosts = 16;

/**
 * URLs of one receiver under several hosts, because the server limits the attempts in flight per host.
 *
 * @param url of the receiver on localhost
 * @param accounts that get the URLs in turn, each with some of every host
 */
export function webhookUrls(url, count, accounts = 1) {
  const hostOf = (n) => `127.0.0.${(Math.floor(n / accounts) % hosts) + 1}`;
  return Array.from({ length: count }, (_, n) => `${url.replace('localhost', hostOf(n))}/${n}`);
}
