import { Redactor } from '../node/redactor.ts';
import type { Redact } from './transport.ts';

/** Headers whose values are secrets, however short, such as `x-api-key` and `access_token`. */
const secretName =
  /(?:auth|authorization|cookie|credential|csrf|key|passwd|password|secret|session|signature|token)s?(?![a-z])/;

/** In characters. Shorter values of other headers may be ordinary words. */
const minSecretHeader = 16;

/**
 * Returns a function that replaces the API key, and the secrets in the headers of the client and of a call.
 *
 * @param clientHeaders with lowercase names
 */
export function redactions(
  apiKey: string,
  clientHeaders: Readonly<Record<string, string>>,
): (callHeaders: Readonly<Record<string, string>>) => Redact {
  const redactFor = (...secrets: readonly string[]): Redact => {
    const redactor = new Redactor();
    for (const secret of secrets) redactor.conceal(secret);
    return (text) => redactor.redact(text);
  };
  const ofClient = [apiKey, ...secretsOf(clientHeaders)];
  const redact = redactFor(...ofClient);
  return (callHeaders) => {
    const ofCall = secretsOf(callHeaders);
    return ofCall.length === 0 ? redact : redactFor(...ofClient, ...ofCall);
  };
}

function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name, value]) => secretName.test(name) || value.length >= minSecretHeader)
    .map(([, value]) => value);
}
