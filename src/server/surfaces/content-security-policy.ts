/**
 * What a page of ours may load and do: its own style, its own forms, nothing else, in nobody's frame.
 *
 * @param formTarget where a form's answer may lead besides this origin: browsers hold `form-action`
 *   against every redirect on the way
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
