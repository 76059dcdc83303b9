import { expect, it } from 'vitest';
import { dnsServer } from '../../../helpers/dns-server.ts';
import { connect, startWatch } from '../../../helpers/watch.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';

/** A server whose DNS has no response for names that start with `dead`. */
async function watchWithDeadNames() {
  const { address } = await dnsServer(({ name }) =>
    name.startsWith('dead') ? 'silent' : { addresses: ['127.0.0.1'] },
  );
  return startWatch({ dnsServers: [address] });
}

it('names that never resolve delay neither each other nor good endpoints', async () => {
  const { client, monitor, server } = await watchWithDeadNames();
  for (let n = 0; n < 70; n += 1) await connect(client, `http://dead-${n}.example.com/`);
  const receivers = await Promise.all(Array.from({ length: 10 }, () => webhookReceiver(204)));
  for (const [n, { url }] of receivers.entries()) {
    await connect(client, url.replace('127.0.0.1', `good-${n}.example.com`));
  }
  await client.monitors.run({ id: monitor.id });
  await server.settled();
  const { webhook_deliveries } = await client.delivery.get();
  const outcomes = webhook_deliveries.map(({ attempts, status, last_error }) =>
    [attempts, status, last_error].join(' '),
  );
  expect(outcomes).toEqual([
    ...Array(70).fill('1 retrying dns_error'),
    ...Array(10).fill('1 delivered '),
  ]);
});

it('a feed whose name never resolves does not delay deliveries', async () => {
  const { client, monitor } = await watchWithDeadNames();
  const receiver = await webhookReceiver(204);
  await connect(client, receiver.url.replace('127.0.0.1', 'good.example.com'));
  const creations = Promise.allSettled(
    Array.from({ length: 5 }, (_, n) =>
      client.monitors.create({ prompt: `chips in http://dead-${n}.example.com/feed` }),
    ),
  );
  await client.monitors.run({ id: monitor.id });
  expect(receiver.received).toHaveLength(1);
  await creations;
});
