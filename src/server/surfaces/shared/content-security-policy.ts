/**
 * The `Content-Security-Policy` of a page. It allows this server's stylesheet and forms and `data:`
 * images, and no frames.
 *
 * @param formTarget another source that a form may redirect to: `form-action` applies to redirects
 */
export function contentSecurityPolicy(formTarget = ''): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    `form-action 'self' ${formTarget}`.trim(),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
