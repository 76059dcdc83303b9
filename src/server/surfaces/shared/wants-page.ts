/** Whether a request is from a browser that shows a page, not from an API client. */
export function wantsPage({ path, accept }: { path: string; accept: string | undefined }): boolean {
  const isApi = /^\/(api|mcp|\.well-known|livez|readyz|healthz)(\/|$)/.test(path);
  return !isApi && (accept ?? '').includes('text/html');
}
