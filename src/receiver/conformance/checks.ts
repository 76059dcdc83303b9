import { signatureTolerance, webhookHeader } from '../../contract/webhook-request.ts';
import { sampleEvent } from './sample-event.ts';
import { type Sign, type TestRequest, withHeader } from './test-request.ts';

/** The required response: 2xx, 4xx, or either 4xx or a closed TCP connection. */
export type ExpectedResponse = 'accepted' | 'rejected' | 'rejected_or_closed';

/** One rule for receivers, with a request that shows whether a receiver follows it. */
export interface Check {
  /** Stable identifier in snake case. */
  readonly name: string;
  /** The rule in words. */
  readonly rule: string;
  readonly expected: ExpectedResponse;
  /** @param now milliseconds since the epoch */
  readonly request: (sign: Sign, now: number) => TestRequest;
  /** If true, the request is sent twice and the second response is checked. */
  readonly repeated?: true;
}

/** Seconds by which the two clocks may differ without affecting a check. */
const clockDifference = 30;
const expiredAgeMs = (signatureTolerance + clockDifference) * 1000;
const validAgeMs = (signatureTolerance - clockDifference) * 1000;
const wrongSignature = `v1=${'0'.repeat(64)}`;
const { signature, timestamp } = webhookHeader;

function accepted(name: string, rule: string, request: Check['request']): Check {
  return { name, rule, expected: 'accepted', request };
}

function rejected(name: string, rule: string, request: Check['request']): Check {
  return { name, rule, expected: 'rejected', request };
}

/** The rules for receivers (docs/service.md §8.4). */
export const checks: readonly Check[] = [
  accepted('valid_event', 'a signed event is accepted', (sign) => sign()),
  {
    name: 'repeated_event',
    rule: 'a repeat of an accepted event is accepted',
    expected: 'accepted',
    request: (sign) => sign(),
    repeated: true,
  },
  accepted('connection_test', 'webhook.test is accepted', (sign, now) =>
    sign({ event: { ...sampleEvent('webhook.test', now) } }),
  ),
  accepted('unknown_type', 'an event of an unknown type is accepted', (sign, now) =>
    sign({ event: { ...sampleEvent('news.alert', now), type: 'news.later' } }),
  ),
  accepted(
    'other_fields',
    'a news.alert with other result fields and without dates is accepted',
    (sign, now) => {
      const articles = [
        { title: 'Test alert', url: 'https://news.example.com', description: null },
      ];
      const results = [{ headline: 'Test alert', sources: ['https://news.example.com'] }];
      return sign({ event: { ...sampleEvent('news.alert', now), articles, results } });
    },
  ),
  accepted('several_signatures', 'one valid signature among several is enough', (sign) =>
    withHeader(sign(), signature, (valid) => `${wrongSignature},${valid},v2=later`),
  ),
  accepted(
    'tolerated_age',
    `a timestamp less than ${signatureTolerance} s away is accepted`,
    (sign, now) => sign({ signedAt: now - validAgeMs }),
  ),
  rejected('wrong_signature', 'a wrong signature is rejected', (sign) =>
    withHeader(sign(), signature, () => wrongSignature),
  ),
  rejected('malformed_signature', 'an empty signature is rejected', (sign) =>
    withHeader(sign(), signature, () => 'v1='),
  ),
  rejected('cut_signature', 'a truncated signature is rejected', (sign) =>
    withHeader(sign(), signature, (valid) => valid.slice(0, -2)),
  ),
  rejected('altered_body', 'a changed body is rejected', (sign) => {
    const request = sign();
    return { ...request, body: Buffer.concat([request.body, Buffer.from('\n')]) };
  }),
  rejected('altered_timestamp', 'a changed timestamp is rejected', (sign) =>
    withHeader(sign(), timestamp, (seconds) => String(Number(seconds) - 1)),
  ),
  rejected(
    'stale_timestamp',
    `a timestamp more than ${signatureTolerance} s in the past is rejected`,
    (sign, now) => sign({ signedAt: now - expiredAgeMs }),
  ),
  rejected(
    'future_timestamp',
    `a timestamp more than ${signatureTolerance} s in the future is rejected`,
    (sign, now) => sign({ signedAt: now + expiredAgeMs }),
  ),
  rejected('missing_signature', 'a request without a signature is rejected', (sign) =>
    withHeader(sign(), signature, () => undefined),
  ),
  rejected('missing_timestamp', 'a request without a timestamp is rejected', (sign) =>
    withHeader(sign(), timestamp, () => undefined),
  ),
  {
    name: 'huge_body',
    rule: 'a body of 8 MiB is not accepted',
    expected: 'rejected_or_closed',
    request: (sign, now) => {
      const padding = 'x'.repeat(8_388_608);
      return sign({ event: { ...sampleEvent('news.alert', now), padding } });
    },
  },
];
