import { contentSecurityPolicy } from './content-security-policy.ts';

/** The security headers of a response, unless its surface sets others. Names are lowercase. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': contentSecurityPolicy(),
  // With `no-referrer`, the Origin of a form would be `null` and could not be checked.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
