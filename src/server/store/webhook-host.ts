/** The host name of a webhook URL; `undefined` without a valid one. */
export function webhookHost(url: string | null | undefined): string | undefined {
  return url && URL.canParse(url) ? new URL(url).hostname : undefined;
}
