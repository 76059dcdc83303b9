import { counted } from '../../contract/counted.ts';
import { base64Bytes, hexBytes } from '../bytes.ts';

/**
 * The signatures in a header, parsed leniently. Only for explaining a mismatch: never accept a
 * request because of them.
 */
export interface ClaimedSignatures {
  /** 32 bytes each. */
  readonly digests: readonly Uint8Array[];
  /** The format error of the header; `undefined` if it is well-formed. */
  readonly formatError: string | undefined;
}

/** Finds everything that may be an HMAC-SHA256 in a signature header, in hex or base64. */
export function claimedSignatures(header: string): ClaimedSignatures {
  const hex = header.match(/(?<![0-9a-z])[0-9a-f]{64}(?![0-9a-z])/gi) ?? [];
  const base64 = header.match(/(?<![\w+/])[\w+/-]{43}=/g) ?? [];
  const digests = [...hex.map(hexBytes), ...base64.map(base64Bytes)];
  return { digests, formatError: formatErrorOf(header, base64.length > 0) };
}

function formatErrorOf(header: string, isBase64: boolean): string | undefined {
  const parts = header.split(/[\s,]/);
  if (parts.some((part) => /^v1=[0-9a-fA-F]{64}$/.test(part))) return undefined;
  if (isBase64) return 'the signature is base64, but must be hex';
  const value = parts.find((part) => part.startsWith('v1='))?.slice(3);
  if (value === undefined && parts.some((part) => part.startsWith('V1='))) {
    return 'the signature starts with V1=, but must start with v1=';
  }
  if (value === undefined) return 'no part of the signature header starts with v1=';
  if (value === '') return 'the signature after v1= is empty';
  if (!/^[0-9a-f]*$/i.test(value)) return 'the signature after v1= is not hex';
  return `the signature has ${counted(value.length, 'hex digit')}, but must have 64`;
}
