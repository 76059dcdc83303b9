/** A signature header read generously, for a diagnosis and never for a decision. */
export interface ClaimedDigests {
  readonly digests: readonly Buffer[];
  /** What is wrong with the header's form; `undefined` where nothing is. */
  readonly fault: string | undefined;
}

/** Finds whatever may be an HMAC-SHA256 in a header, and says how its form departs from `v1=<hex>`. */
export function claimedDigests(header: string): ClaimedDigests {
  const hex = header.match(/(?<![0-9a-z])[0-9a-f]{64}(?![0-9a-z])/gi) ?? [];
  const base64 = header.match(/(?<![\w+/])[\w+/-]{43}=/g) ?? [];
  const digests = [
    ...hex.map((text) => Buffer.from(text, 'hex')),
    ...base64.map((text) => Buffer.from(text, 'base64')),
  ];
  return { digests, fault: faultOf(header, base64.length > 0) };
}

function faultOf(header: string, isBase64: boolean): string | undefined {
  const parts = header.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.some((part) => /^v1=[0-9a-f]{64}$/i.test(part))) return undefined;
  if (isBase64) return 'the signature is in base64, and must be in hex';
  const value = parts.find((part) => part.startsWith('v1='))?.slice(3);
  if (value === undefined) return 'no part of the signature header begins with v1=';
  if (value === '') return 'nothing follows v1=';
  if (!/^[0-9a-f]*$/i.test(value)) return 'what follows v1= is not hex';
  return `${value.length} hex digits follow v1=, and must be 64`;
}
