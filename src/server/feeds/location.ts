const SECRET = /key|token|secret|passw|auth|sig/i;

/** Whether a location is an http(s) address; everything else is a path. */
export function isAddress(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/**
 * A location as it may appear in an error or a log: no user name, no password, no value of a
 * query parameter that is named like a secret, and no fragment.
 */
export function shownLocation(location: string): string {
  if (!isAddress(location)) return location;
  if (!URL.canParse(location))
    return location.replace(/\/\/[^/]*@/, '//').replace(/[?#][\s\S]*$/, '');
  const url = new URL(location);
  url.username = '';
  url.password = '';
  url.hash = '';
  if ([...url.searchParams.keys()].some((name) => SECRET.test(name))) {
    const shown = new URLSearchParams();
    for (const [name, value] of url.searchParams) {
      shown.append(name, SECRET.test(name) ? '***' : value);
    }
    url.search = shown.toString();
  }
  return url.href;
}
