import { parseTimestamp } from '../timestamp.ts';
import { type Change, change } from './change.ts';

/** Prefixes that the sender may have signed instead of `<timestamp>.`. */
export function prefixChanges(timestamp: string, eventId: string): Change<string>[] {
  return [
    change('timestamp_not_signed', 'only the body was signed, without the timestamp', ''),
    change(
      'dot_missing',
      'the dot between timestamp and body is missing in the signed content',
      timestamp,
    ),
    change(
      'standard_webhooks',
      'the event id was signed as well, as in Standard Webhooks',
      `${eventId}.${timestamp}.`,
    ),
    ...otherTimestamps(timestamp).map(([format, text]) =>
      change(
        'timestamp_unit',
        `the timestamp was signed ${format}, but its header has another format`,
        `${text}.`,
      ),
    ),
  ];
}

/** The same time in the other formats that senders use. */
function otherTimestamps(timestamp: string): (readonly [string, string])[] {
  const time = parseTimestamp(timestamp);
  if (time === undefined) return [];
  const seconds = Math.floor(time / 1000);
  const formats = [
    ['in seconds', String(seconds)],
    ['in milliseconds', String(Math.round(time))],
    ['in milliseconds', String(seconds * 1000)],
    ['as RFC 3339', new Date(time).toISOString()],
    ['as RFC 3339', new Date(seconds * 1000).toISOString().replace('.000', '')],
  ] as const;
  return formats.filter(([, text]) => text !== timestamp);
}
