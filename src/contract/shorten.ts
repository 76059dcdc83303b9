/** A name for an error message, cut to 100 characters: what a caller sends may be long. */
export function shorten(name: string): string {
  return name.length > 100 ? `${name.slice(0, 99)}…` : name;
}
