export interface Utf8Evidence {
  /** Number of valid sequences of two to four bytes. */
  sequences: number;
  /** Number of bytes beyond ASCII that are not part of one. */
  invalid: number;
}

/**
 * Counts what indicates that bytes are UTF-8, and what indicates that they are not.
 *
 * @param partial whether the bytes may end within a character
 */
export function utf8Evidence(bytes: Uint8Array, partial: boolean): Utf8Evidence {
  const evidence: Utf8Evidence = { sequences: 0, invalid: 0 };
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trails = trailCount(lead);
    let found = 0;
    while (found < trails && isTrail(lead, found, bytes[at + found + 1])) found += 1;
    if (trails > 0 && found === trails) {
      evidence.sequences += 1;
      at += trails;
    } else if (!partial || trails === 0 || at + found + 1 < bytes.length) evidence.invalid += 1;
    else break;
  }
  return evidence;
}

/** The number of bytes after a lead byte; 0 if a sequence cannot begin with this byte. */
function trailCount(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 1;
  return lead < 0xf0 ? 2 : 3;
}

/** Whether a byte may be number `index` of those after a lead byte (RFC 3629, section 4). */
function isTrail(lead: number, index: number, byte: number | undefined): boolean {
  if (byte === undefined || byte < 0x80 || byte > 0xbf) return false;
  if (index > 0) return true;
  if (lead === 0xe0) return byte >= 0xa0;
  if (lead === 0xed) return byte <= 0x9f;
  if (lead === 0xf0) return byte >= 0x90;
  return lead !== 0xf4 || byte <= 0x8f;
}
