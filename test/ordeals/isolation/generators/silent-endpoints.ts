import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type HostileGenerator, repeat, send } from '../generator.ts';

export const generator: HostileGenerator = {
  name: 'events for an endpoint that never responds',
  async attack(target) {
    const server = createServer((socket) => socket.on('error', () => {})).listen(0);
    await once(server, 'listening');
    const webhook_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const connection = { platform: 'webhook', webhook_url };
    const { text } = await send(target, '/api/v1/delivery/connect', connection);
    const { channel } = JSON.parse(text) as { channel: { id: string } };
    const event = { channel_id: channel.id };
    await repeat(32, () => send(target, '/api/v1/delivery/test', event));
  },
};
