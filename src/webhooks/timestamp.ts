/** RFC 3339, section 5.6, with its zone. */
const rfc3339 = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Reads an `X-Service-Timestamp`, whose format the service document does not show: 10 digits
 * (seconds, a fraction allowed), 13 digits (milliseconds), or RFC 3339 with a zone.
 *
 * @returns milliseconds since the epoch; `undefined` for anything else
 */
export function parseTimestamp(text: string): number | undefined {
  if (/^\d{10}(\.\d{1,9})?$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  const parts = rfc3339.exec(text);
  if (!parts) return undefined;
  const [, day = '', time = '', fraction = '', zone = ''] = parts;
  const wall = Date.parse(`${day}T${time}Z`);
  // Date.parse carries 30 February over to March: only a date that reads back the same exists.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== day) return undefined;
  const offset = offsetOf(zone);
  return offset === undefined ? undefined : wall + Number(`0${fraction}`) * 1000 - offset;
}

function offsetOf(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
