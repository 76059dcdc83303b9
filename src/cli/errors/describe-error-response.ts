import type { ServiceResponse } from '../../client/raw-client.ts';
import type { ErrorCode } from '../../contract/error-status.ts';
import { shorten } from '../../contract/shorten.ts';
import { serviceErrors } from './explanations/service-errors.ts';

/** A response with an error status. `text` is valid JSON. */
export interface FailedResponse
  extends Pick<ServiceResponse, 'status' | 'text'>,
    Partial<Pick<ServiceResponse, 'requestId' | 'retryAfter'>> {}

/** In characters; the whole message is in the response. */
const maxMessageLength = 500;

/**
 * Describes an error response for humans and logs: what failed, the way out, and the request id.
 *
 * @param redact conceals secrets, also those that would be cut off
 */
export function describeErrorResponse(
  response: FailedResponse,
  redact: (text: string) => string,
): string[] {
  const { status, text, requestId } = response;
  const oneLine = (part: string) => shorten(redact(part).replace(/\s+/g, ' '), maxMessageLength);
  const { error, message, url } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  const code = typeof error === 'string' ? oneLine(error) : `status ${status}`;
  return [
    typeof message === 'string' ? `${code}: ${oneLine(message).replace(/\.$/, '')}` : code,
    ...wayOut(code, {
      message: String(message),
      url: typeof url === 'string' ? oneLine(url) : undefined,
      retryAfter: response.retryAfter,
    }),
    ...(requestId === undefined ? [] : [`request id: ${oneLine(requestId)}`]),
  ];
}

/** Whether {@link describeErrorResponse} leaves out nothing of the response. */
export function isFullyDescribed({ text }: FailedResponse): boolean {
  const { error, message, url, ...others } = Object(JSON.parse(text)) as Record<string, unknown>;
  if (url !== undefined && error !== 'plan_required') return false;
  return String(message ?? '').length <= maxMessageLength && Object.keys(others).length === 0;
}

/** The codes with many causes, whose messages name the way out of each. */
const explainedByMessage: readonly string[] = ['invalid_request', 'forbidden', 'conflict'];

/** What ids are ids of, by their prefix. */
const idKinds: ReadonlyMap<string, string> = new Map([
  ['mon', 'monitor'],
  ['run', 'run'],
  ['alert', 'alert'],
  ['chan', 'connection'],
  ['evt', 'delivery'],
  ['brief', 'briefing'],
]);

/** The commands that list the ids of a resource. */
const idLists: ReadonlyMap<string, string> = new Map([
  ['monitor', 'monitors list --fields id,title --format tsv'],
  ['connection', 'delivery get --limit 1'],
  ['news item', 'news latest --fields id,title --format tsv'],
]);

/** What an id of another kind identifies, and where those that were asked for are; empty if unknown. */
function rightIds(message: string): string[] {
  const [, noun = '', edge, prefix = ''] =
    /(monitor|connection|news item) "(?:(\\"|\\n|\s)|(\w+?)_)?/.exec(message) ?? [];
  const list = idLists.get(noun);
  if (list === undefined) return [];
  if (edge !== undefined || /(?:\\n|\s)"$/.test(message)) {
    return ['quotes and spaces around an id are not part of it; jq -r prints no quotes'];
  }
  const kind = idKinds.get(prefix);
  const isOther = kind !== undefined && kind !== noun;
  return [
    ...(isOther ? [`${prefix}_… is the id of ${kind === 'alert' ? 'an' : 'a'} ${kind}`] : []),
    `ids are in newswatch ${list}`,
  ];
}

function wayOut(
  code: string,
  {
    message,
    url,
    retryAfter,
  }: { message: string; url: string | undefined; retryAfter: number | undefined },
): string[] {
  if (code === 'plan_required' && url !== undefined) {
    return [`show ${url} to a human; never buy a plan automatically`];
  }
  if (code === 'rate_limited' && retryAfter !== undefined) {
    return [`wait ${retryAfter} s, or increase --retries and --timeout`];
  }
  const ids = code === 'not_found' ? rightIds(message) : [];
  if (ids.length > 0) return ids;
  if (explainedByMessage.includes(code) || !Object.hasOwn(serviceErrors, code)) return [];
  const [, hint] = serviceErrors[code as ErrorCode];
  return [hint.charAt(0).toLowerCase() + hint.slice(1).replace(/\.$/, '')];
}
