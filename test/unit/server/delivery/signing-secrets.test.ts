import { expect, it } from 'vitest';
import { signingSecrets } from '../../../../src/server/delivery/signing-secrets.ts';
import { connectionRecord } from '../../../helpers/claimed-delivery.ts';

const rotating = connectionRecord({
  signing_secret: 'whsec_new',
  previous_secret: 'whsec_previous',
  previous_secret_expires_at: 1000,
});

it.each([
  ['only the current secret', connectionRecord({ signing_secret: 'whsec_new' }), 0, ['whsec_new']],
  [
    'the current secret first, then the previous one',
    rotating,
    999,
    ['whsec_new', 'whsec_previous'],
  ],
  ['only the current secret once the previous one has expired', rotating, 1000, ['whsec_new']],
])('events are signed with %s', (_, connection, now, secrets) => {
  expect(signingSecrets(connection, now)).toEqual(secrets);
});
