import { parseUrl } from '../../node/parse-url.ts';

/** The host name of a webhook URL; `undefined` without a valid one. */
export function webhookHost(url: string | null | undefined): string | undefined {
  return url ? parseUrl(url)?.hostname : undefined;
}
