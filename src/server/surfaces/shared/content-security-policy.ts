/**
 * The `Content-Security-Policy` of a page: its own stylesheet and forms, nothing else, in no frame.
 *
 * @param formTarget another source that a form may redirect to: browsers check `form-action` against
 *   every redirect
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
