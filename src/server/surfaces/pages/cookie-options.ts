/**
 * The attributes of the pages' cookies. Over HTTPS their names have the prefix `__Host-`, so that
 * only this host can set them, and no other host of its domain.
 *
 * @param secure whether the pages are served over HTTPS
 * @param maxAge in seconds
 */
export function cookieOptions(secure: boolean, maxAge: number) {
  const options = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge, secure } as const;
  return secure ? { ...options, prefix: 'host' as const } : options;
}
