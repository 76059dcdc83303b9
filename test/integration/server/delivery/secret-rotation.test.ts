import { describe, expect, it } from 'vitest';
import { verifySync } from '../../../../src/webhooks/sync/verify-sync.ts';
import { connect, startWatch } from '../../../helpers/watch.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';

const hour = 3_600_000;

async function connected() {
  const watch = await startWatch();
  const receiver = await webhookReceiver(204);
  const { channel, signing_secret } = await connect(watch.client, receiver.url);
  const channel_id = channel.id;
  return {
    ...watch,
    channel_id,
    first: signing_secret,
    rotate: (options: { previous_valid_hours?: number; replace?: boolean } = {}) =>
      watch.client.delivery.rotate_secret({ channel_id, ...options }),
    /** Which of the secrets have signed a new event, in the order of its signatures. */
    async signers(secrets: Record<string, string>): Promise<string[]> {
      await watch.client.delivery.test({ channel_id });
      const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: Buffer.alloc(0) };
      const signatures = String(headers['x-service-signature']).split(',');
      return signatures.map((signature) => {
        const signed = { ...headers, 'x-service-signature': signature };
        const matching = Object.entries(secrets).find(([, secret]) => {
          try {
            return verifySync({ body, headers: signed, secrets: secret });
          } catch {
            return false;
          }
        });
        return matching?.[0] ?? 'unknown';
      });
    },
  };
}

describe('docs/receiver-cases.md, case 41: a rotated secret', () => {
  it('signs events first, and the previous one too until it expires', async () => {
    const { rotate, signers, first, clock, client } = await connected();
    const { signing_secret: second, channel, previous_secret_expires_at } = await rotate();
    expect(second).not.toBe(first);
    expect(previous_secret_expires_at).toBe('2026-11-21T12:00:00.000Z');
    expect(channel).toMatchObject({ previous_secret_expires_at, status: 'active' });
    expect(JSON.stringify(await client.delivery.get())).not.toContain('whsec_');
    expect(await signers({ first, second })).toEqual(['second', 'first']);
    clock.advance(24 * hour - 1);
    expect(await signers({ first, second })).toEqual(['second', 'first']);
    clock.advance(1);
    expect(await signers({ first, second })).toEqual(['second']);
    expect((await client.delivery.get()).channels).toMatchObject([
      { previous_secret_expires_at: null },
    ]);
  });

  it('replaces the previous one at once if that is valid for no time', async () => {
    const { rotate, signers, first } = await connected();
    const { signing_secret: second } = await rotate({ previous_valid_hours: 0 });
    expect(await signers({ first, second })).toEqual(['second']);
    const { signing_secret: third } = await rotate({ previous_valid_hours: 0 });
    expect(await signers({ first, second, third })).toEqual(['third']);
  });

  it('cannot be rotated again before the previous one has expired, unless it is replaced', async () => {
    const { rotate, signers, first, channel_id } = await connected();
    const { signing_secret: second, previous_secret_expires_at } = await rotate();
    await expect(rotate()).rejects.toMatchObject({
      status: 409,
      body: {
        error: 'conflict',
        channel_id,
        previous_secret_expires_at,
        message: expect.stringMatching(/2026-11-21T12:00:00.000Z.*replace/),
      },
    });
    const { signing_secret: third } = await rotate({ replace: true });
    expect(await signers({ first, second, third })).toEqual(['third', 'second']);
  });

  it('is made by only one of two rotations at the same time', async () => {
    const { rotate, signers, first } = await connected();
    const outcomes = await Promise.allSettled([rotate(), rotate()]);
    const [second = '', ...others] = outcomes.flatMap((each) =>
      each.status === 'fulfilled' ? [each.value.signing_secret] : [],
    );
    expect(others).toEqual([]);
    expect(
      outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])),
    ).toMatchObject([{ status: 409, body: { error: 'conflict' } }]);
    expect(await signers({ first, second })).toEqual(['second', 'first']);
  });

  it.each([-1, 1.5, 169])('is not made for %d hours', async (previous_valid_hours) => {
    const { rotate, signers, first } = await connected();
    await expect(rotate({ previous_valid_hours })).rejects.toMatchObject({
      issues: [{ field: 'previous_valid_hours', message: 'must be a whole number from 0 to 168' }],
    });
    expect(await signers({ first })).toEqual(['first']);
  });
});

it('a connection that exists already names the ways to a new secret', async () => {
  const { client, channel_id } = await connected();
  const { channels } = await client.delivery.get();
  await expect(connect(client, channels[0]?.webhook_url ?? '')).rejects.toMatchObject({
    status: 409,
    body: {
      channel_id,
      message: expect.stringMatching(/delivery rotate-secret.*delivery disconnect/),
    },
  });
});
