import { signatureTolerance, webhookHeader } from '../../contract/events.ts';
import type { Check } from './check.ts';
import { sampleEvent } from './sample-event.ts';
import { type Probe, signedProbe, withHeaders, withSignature } from './test-request.ts';

/** Seconds by which the two clocks may differ without a check going wrong. */
const slack = 30;
const tooFar = (signatureTolerance + slack) * 1000;
const nearEnough = (signatureTolerance - slack) * 1000;
const noSignature = `v1=${'0'.repeat(64)}`;

type Probes = Check['probes'];
const one =
  (make: (secrets: readonly string[], now: number) => Probe): Probes =>
  (secrets, now) => [make(secrets, now)];
const signedAs = (rewrite: (signature: string) => string): Probes =>
  one((secrets, now) => withSignature(signedProbe(secrets, now), rewrite));
const without = (header: string): Probes =>
  one((secrets, now) => withHeaders(signedProbe(secrets, now), { [header]: undefined }));

function accepted(name: string, rule: string, probes: Probes): Check {
  return { name, rule, expected: 'accepted', probes };
}

function refused(name: string, rule: string, probes: Probes): Check {
  return { name, rule, expected: 'refused', probes };
}

/** The receiver rules of the service document, as requests. */
export const checks: readonly Check[] = [
  accepted('valid_event', 'a signed event is accepted', one(signedProbe)),
  accepted('repeated_event', 'an event that was accepted is accepted again', (secrets, now) => {
    const probe = signedProbe(secrets, now);
    return [probe, probe];
  }),
  accepted(
    'connection_test',
    'webhook.test is accepted',
    one((secrets, now) => signedProbe(secrets, now, { ...sampleEvent('webhook.test', now) })),
  ),
  accepted(
    'unknown_type',
    'a type that came later is accepted',
    one((secrets, now) =>
      signedProbe(secrets, now, { ...sampleEvent('news.alert', now), type: 'news.later' }),
    ),
  ),
  accepted(
    'several_signatures',
    'one good signature among several is enough',
    signedAs((good) => `${noSignature},${good},v2=later`),
  ),
  accepted(
    'tolerated_age',
    `a timestamp less than ${signatureTolerance} s away is accepted`,
    one((secrets, now) => signedProbe(secrets, now - nearEnough)),
  ),
  refused(
    'wrong_signature',
    'a wrong signature is refused',
    signedAs(() => noSignature),
  ),
  refused(
    'malformed_signature',
    'an empty signature is refused',
    signedAs(() => 'v1='),
  ),
  refused(
    'cut_signature',
    'a cut signature is refused',
    signedAs((good) => good.slice(0, -2)),
  ),
  refused(
    'altered_body',
    'a body that was altered is refused',
    one((secrets, now) => {
      const probe = signedProbe(secrets, now);
      return { ...probe, body: Buffer.concat([probe.body, Buffer.from('\n')]) };
    }),
  ),
  refused(
    'altered_timestamp',
    'a timestamp that was not signed is refused',
    one((secrets, now) =>
      withHeaders(signedProbe(secrets, now), {
        [webhookHeader.timestamp]: String(Math.floor(now / 1000) - 1),
      }),
    ),
  ),
  refused(
    'stale_timestamp',
    `a timestamp over ${signatureTolerance} s ago is refused`,
    one((secrets, now) => signedProbe(secrets, now - tooFar)),
  ),
  refused(
    'future_timestamp',
    `a timestamp over ${signatureTolerance} s ahead is refused`,
    one((secrets, now) => signedProbe(secrets, now + tooFar)),
  ),
  refused('missing_signature', 'no signature is refused', without(webhookHeader.signature)),
  refused('missing_timestamp', 'no timestamp is refused', without(webhookHeader.timestamp)),
  {
    name: 'huge_body',
    rule: 'a body of 8 MiB is not read to its end and kept',
    expected: 'refused_or_cut',
    probes: one((secrets, now) =>
      signedProbe(secrets, now, {
        ...sampleEvent('news.alert', now),
        padding: 'x'.repeat(8_388_608),
      }),
    ),
  },
];
