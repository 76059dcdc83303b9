import { createClient } from 'newswatch';
import { startServer } from 'newswatch/server';
import { expect, it } from 'vitest';
import { closing } from '../../../../helpers/closing.ts';
import { paidKey, testServer } from '../../../../helpers/server.ts';

it('an account cannot have more than its quotas, and is told the way out', async () => {
  const quotas = { monitors: 1, connections: 1, prompt: 20 };
  const { baseUrl } = await testServer({ quotas, allowPrivateWebhooks: true });
  const client = closing(createClient({ baseUrl, apiKey: paidKey, retries: 0 }));
  const connect = (path: string) =>
    client.delivery.connect({ platform: 'webhook', webhook_url: `http://127.0.0.1:9/${path}` });
  await expect(client.monitors.create({ prompt: 'chip exports of Norway' })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('at most 20 characters'),
  });
  const { id } = await client.monitors.create({ prompt: 'chip exports' });
  const beyond = (kind: string) => ({
    code: 'forbidden',
    message: expect.stringMatching(`allows 1 ${kind}: delete one .* or ask the operator`),
  });
  const second = client.monitors.create({ prompt: 'otters' });
  await expect(second).rejects.toMatchObject(beyond('monitor'));
  await connect('one');
  await expect(connect('two')).rejects.toMatchObject(beyond('connection'));
  await expect(connect('one')).rejects.toMatchObject({ code: 'conflict' });
  await client.monitors.delete({ id });
  await client.monitors.create({ prompt: 'otters' });
});

it.each([
  { monitors: -1 },
  { monitors: 1.5 },
  { feeds: 1 },
  7,
  { plans: { none: {} } },
  { plans: { basic: 7 } },
  { plans: { A: {} } },
])('quotas cannot be %j', async (quotas) => {
  // @ts-expect-error: the types forbid most of these.
  await expect(startServer({ quotas })).rejects.toThrow(/quotas/);
});
