import type { Fingerprint } from './fingerprint.ts';

/** Changes with the meaning of a fingerprint. */
const version = 5;

/** In the order in which they are encoded. */
const fields = [
  'hours',
  'length',
  'whole',
  'lead',
  'subjects',
  'names',
  'headline',
  'mentions',
  'numbers',
  'leadNumbers',
  'events',
  'turns',
  'leadTurns',
  'text',
] as const satisfies (keyof Fingerprint)[];

/** The fingerprint as base64, for the store. */
export function encodeFingerprint(fingerprint: Fingerprint): string {
  const bytes = [version];
  for (const field of fields) {
    const values = fingerprint[field];
    bytes.push(values.length);
    for (const value of values) bytes.push(value & 255, value >> 8);
  }
  return Buffer.from(bytes).toString('base64');
}

/** Returns `undefined` if the text was encoded by a program with other fingerprints. */
export function decodeFingerprint(encoded: string): Fingerprint | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes[0] !== version) return undefined;
  let position = 1;
  const read = () => {
    const values = new Uint16Array(bytes[position] ?? 0);
    position += 1;
    for (let index = 0; index < values.length; index += 1) {
      values[index] = (bytes[position] ?? 0) | ((bytes[position + 1] ?? 0) << 8);
      position += 2;
    }
    return values;
  };
  // Members are evaluated in order.
  return {
    hours: read(),
    length: read(),
    whole: read(),
    lead: read(),
    subjects: read(),
    names: read(),
    headline: read(),
    mentions: read(),
    numbers: read(),
    leadNumbers: read(),
    events: read(),
    turns: read(),
    leadTurns: read(),
    text: read(),
  };
}
