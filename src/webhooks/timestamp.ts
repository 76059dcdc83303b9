/** RFC 3339, section 5.6. */
const rfc3339 = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Parses an `X-Service-Timestamp`, whose format the service does not specify: seconds (10 digits,
 * with an optional fraction), milliseconds (13 digits), or RFC 3339 with a time zone.
 *
 * @returns milliseconds since the epoch; `undefined` for any other format
 */
export function parseTimestamp(text: string): number | undefined {
  if (/^\d{10}(\.\d{1,9})?$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  const parts = rfc3339.exec(text);
  if (!parts) return undefined;
  const [, date = '', time = '', fraction = '', zone = ''] = parts;
  const local = Date.parse(`${date}T${time}Z`);
  // Date.parse turns 30 February into 2 March: only a date that exists survives the round trip.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== date) return undefined;
  const offset = offsetOf(zone);
  return offset === undefined ? undefined : local + Number(`0${fraction}`) * 1000 - offset;
}

/** The offset from UTC in milliseconds; `undefined` if its hours or minutes are out of range. */
function offsetOf(zone: string): number | undefined {
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
