/** The error for a `fetch` that is missing or does not return a usable response. */
export function invalidFetch(message: string): Error {
  return Object.assign(new Error(message), { code: 'INVALID_FETCH' });
}
