/**
 * Parses a URL; `undefined` if it is not valid. `URL.canParse()` cannot be used: on Node 20 and 22 it
 * rejects URLs with letters such as `ü` once its caller is optimized. `URL.parse()` needs Node 22.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
