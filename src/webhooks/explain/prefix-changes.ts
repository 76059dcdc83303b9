import { parseTimestamp } from '../timestamp.ts';

/** A guess at what was signed before the body, in place of `<timestamp>.`. */
export interface ContentChange {
  readonly code: string;
  readonly message: string;
  readonly prefix: string;
}

/** What else senders put before the body. */
export function contentChanges(timestamp: string, eventId: string): ContentChange[] {
  const change = (code: string, message: string, prefix: string): ContentChange => ({
    code,
    message,
    prefix,
  });
  const changes = [
    change('timestamp_not_signed', 'the body alone was signed, without the timestamp', ''),
    change('dot_missing', 'the dot between timestamp and body was left out', timestamp),
    change(
      'standard_webhooks',
      'the event id was signed too, as in Standard Webhooks',
      `${eventId}.${timestamp}.`,
    ),
  ];
  const sent = parseTimestamp(timestamp);
  if (sent === undefined) return changes;
  const seconds = Math.floor(sent / 1000);
  const units = [
    ['in seconds', String(seconds)],
    ['in milliseconds', String(Math.round(sent))],
    ['in milliseconds', String(seconds * 1000)],
    ['as RFC 3339', new Date(sent).toISOString()],
    ['as RFC 3339', new Date(seconds * 1000).toISOString().replace('.000', '')],
  ] as const;
  for (const [form, text] of units) {
    if (text === timestamp) continue;
    const message = `the timestamp was signed ${form}, and the header says it otherwise`;
    changes.push(change('timestamp_unit', message, `${text}.`));
  }
  return changes;
}
