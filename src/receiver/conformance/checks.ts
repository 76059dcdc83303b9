import { signatureTolerance, webhookHeader } from '../../contract/events.ts';
import type { Check } from './check.ts';
import { sampleEvent } from './sample-event.ts';
import { signedRequest, type TestRequest, withHeaders, withSignature } from './test-request.ts';

/** Seconds by which the two clocks may differ without affecting a check. */
const clockDifference = 30;
const expiredAge = (signatureTolerance + clockDifference) * 1000;
const validAge = (signatureTolerance - clockDifference) * 1000;
const wrongSignature = `v1=${'0'.repeat(64)}`;

type Requests = Check['requests'];
const singleRequest =
  (create: (secrets: readonly string[], now: number) => TestRequest): Requests =>
  (secrets, now) => [create(secrets, now)];
const withRewrittenSignature = (rewrite: (signature: string) => string): Requests =>
  singleRequest((secrets, now) => withSignature(signedRequest(secrets, now), rewrite));
const withoutHeader = (header: string): Requests =>
  singleRequest((secrets, now) =>
    withHeaders(signedRequest(secrets, now), { [header]: undefined }),
  );

function accepted(name: string, rule: string, requests: Requests): Check {
  return { name, rule, expected: 'accepted', requests };
}

function rejected(name: string, rule: string, requests: Requests): Check {
  return { name, rule, expected: 'rejected', requests };
}

/** The rules for receivers (docs/service.md §8.4). */
export const checks: readonly Check[] = [
  accepted('valid_event', 'a signed event is accepted', singleRequest(signedRequest)),
  accepted('repeated_event', 'a repeat of an accepted event is accepted', (secrets, now) => {
    const request = signedRequest(secrets, now);
    return [request, request];
  }),
  accepted(
    'connection_test',
    'webhook.test is accepted',
    singleRequest((secrets, now) => signedRequest(secrets, now, sampleEvent('webhook.test', now))),
  ),
  accepted(
    'unknown_type',
    'an event of an unknown type is accepted',
    singleRequest((secrets, now) =>
      signedRequest(secrets, now, { ...sampleEvent('news.alert', now), type: 'news.later' }),
    ),
  ),
  accepted(
    'several_signatures',
    'one valid signature among several is enough',
    withRewrittenSignature((valid) => `${wrongSignature},${valid},v2=later`),
  ),
  accepted(
    'tolerated_age',
    `a timestamp less than ${signatureTolerance} s away is accepted`,
    singleRequest((secrets, now) => signedRequest(secrets, now - validAge)),
  ),
  rejected(
    'wrong_signature',
    'a wrong signature is rejected',
    withRewrittenSignature(() => wrongSignature),
  ),
  rejected(
    'malformed_signature',
    'an empty signature is rejected',
    withRewrittenSignature(() => 'v1='),
  ),
  rejected(
    'cut_signature',
    'a truncated signature is rejected',
    withRewrittenSignature((valid) => valid.slice(0, -2)),
  ),
  rejected(
    'altered_body',
    'a changed body is rejected',
    singleRequest((secrets, now) => {
      const request = signedRequest(secrets, now);
      return { ...request, body: Buffer.concat([request.body, Buffer.from('\n')]) };
    }),
  ),
  rejected(
    'altered_timestamp',
    'a changed timestamp is rejected',
    singleRequest((secrets, now) =>
      withHeaders(signedRequest(secrets, now), {
        [webhookHeader.timestamp]: String(Math.floor(now / 1000) - 1),
      }),
    ),
  ),
  rejected(
    'stale_timestamp',
    `a timestamp more than ${signatureTolerance} s in the past is rejected`,
    singleRequest((secrets, now) => signedRequest(secrets, now - expiredAge)),
  ),
  rejected(
    'future_timestamp',
    `a timestamp more than ${signatureTolerance} s in the future is rejected`,
    singleRequest((secrets, now) => signedRequest(secrets, now + expiredAge)),
  ),
  rejected(
    'missing_signature',
    'a request without a signature is rejected',
    withoutHeader(webhookHeader.signature),
  ),
  rejected(
    'missing_timestamp',
    'a request without a timestamp is rejected',
    withoutHeader(webhookHeader.timestamp),
  ),
  {
    name: 'huge_body',
    rule: 'a body of 8 MiB is not accepted',
    expected: 'rejected_or_closed',
    requests: singleRequest((secrets, now) =>
      signedRequest(secrets, now, {
        ...sampleEvent('news.alert', now),
        padding: 'x'.repeat(8_388_608),
      }),
    ),
  },
];
