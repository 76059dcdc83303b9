import { createClient } from 'newswatch';
import { describe, expect, it } from 'vitest';
import { closing } from '../../../../helpers/closing.ts';
import { paidKey, sharedServer, testServer, unpaidKey } from '../../../../helpers/server.ts';

const defaults = {
  name: 'paid',
  time_zone: 'UTC',
  language: 'en',
  briefing: 'daily',
  briefing_time: '07:00',
  briefing_day: 'monday',
};

const clientOf = ({ baseUrl }: { baseUrl: string }, apiKey = paidKey) =>
  closing(createClient({ baseUrl, apiKey }));

it('has defaults, and keeps the fields that an update leaves out', async () => {
  const { profile, account } = clientOf(await testServer());
  expect(await profile.get()).toEqual(defaults);
  const changed = { ...defaults, time_zone: 'America/New_York', briefing_time: '23:59' };
  const { time_zone, briefing_time } = changed;
  expect(await profile.update({ time_zone, briefing_time })).toEqual(changed);
  expect(await profile.update({ name: 'Zoë' })).toEqual({ ...changed, name: 'Zoë' });
  expect(await profile.update()).toEqual({ ...changed, name: 'Zoë' });
  expect(await profile.get()).toEqual({ ...changed, name: 'Zoë' });
  expect(await account.overview()).toMatchObject({ account: { name: 'Zoë' } });
});

it('takes a whole profile back as it was printed', async () => {
  const { profile } = clientOf(await testServer());
  expect(await profile.update(await profile.get())).toEqual(defaults);
});

it('belongs to one account, and works without a plan', async () => {
  const server = await testServer();
  await clientOf(server, unpaidKey).profile.update({ briefing: 'off' });
  expect(await clientOf(server, unpaidKey).profile.get()).toMatchObject({ briefing: 'off' });
  expect(await clientOf(server).profile.get()).toEqual(defaults);
});

it.each([
  ['time_zone', 'europe/berlin', 'Europe/Berlin'],
  ['time_zone', 'Europe/Kyiv', 'Europe/Kyiv'],
  ['time_zone', 'utc', 'UTC'],
  ['language', 'PT-br', 'pt-BR'],
])('%s %s is stored as %s', async (field, given, stored) => {
  const { profile } = clientOf(await testServer());
  expect(await profile.update({ [field]: given })).toMatchObject({ [field]: stored });
});

describe('a value that is not valid changes nothing', () => {
  const server = sharedServer();

  async function update(body: string) {
    const response = await fetch(`${server().baseUrl}/api/v1/profile`, {
      method: 'POST',
      headers: { authorization: `Bearer ${paidKey}`, 'content-type': 'application/json' },
      body,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  it.each([
    ['time_zone', 'Mars/Olympus', 'must be an IANA time zone, such as Europe/Berlin or UTC'],
    ['time_zone', '+02:00', 'must be an IANA time zone, such as Europe/Berlin or UTC'],
    ['time_zone', '', 'must not be empty'],
    ['time_zone', 'x'.repeat(1_000_000), 'must be at most 100 characters'],
    ['language', 'x', 'must be a BCP 47 language tag, such as en, de or pt-BR'],
    ['language', 'zz', 'must be a BCP 47 language tag, such as en, de or pt-BR'],
    ['language', 'en_US', 'must be a BCP 47 language tag, such as en, de or pt-BR'],
    ['briefing', 'hourly', 'must be one of: daily, weekly, off'],
    ['briefing_time', '24:00', 'must be a time of day from 00:00 to 23:59, such as 07:00'],
    ['briefing_time', '7:00', 'must be a time of day from 00:00 to 23:59, such as 07:00'],
    ['briefing_day', 'Monday', 'must be one of: monday'],
    ['name', ' ', 'must not be empty'],
    ['name', 'x'.repeat(101), 'must be at most 100 characters'],
    ['name', 'a\u0000', 'must not contain NUL'],
    ['plan', 'active', 'is unknown'],
  ])('%s %.20s', async (field, value, message) => {
    const { status, body } = await update(
      JSON.stringify({ briefing_time: '05:00', [field]: value }),
    );
    expect(status).toBe(400);
    expect(body['error']).toBe('invalid_request');
    expect(body['issues']).toContainEqual({ field, message: expect.stringContaining(message) });
    expect(await clientOf(server()).profile.get()).toEqual(defaults);
  });

  it('a body of more than 1 MB', async () => {
    const { status, body } = await update(JSON.stringify({ name: 'x'.repeat(1_100_000) }));
    expect(status).toBe(413);
    expect(body['error']).toBe('payload_too_large');
    expect(await clientOf(server()).profile.get()).toEqual(defaults);
  });
});
