import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type HostileGenerator, repeat, send } from '../generator.ts';

const nameServer = '127.9.9.53';
const connections = 50;

export const generator: HostileGenerator = {
  name: 'events for, and feeds at, names that never resolve',
  nameServer,
  async prepare() {
    const socket = createSocket('udp4');
    socket.bind(53, nameServer);
    await once(socket, 'listening');
    return [];
  },
  async attack(target) {
    const channels: string[] = [];
    for (let n = 0; n < connections; n += 1) {
      const connection = { platform: 'webhook', webhook_url: `http://dead-${n}.example.com/` };
      const { text } = await send(target, '/api/v1/delivery/connect', connection);
      channels.push((JSON.parse(text) as { channel: { id: string } }).channel.id);
    }
    await Promise.all([
      repeat(32, (round) =>
        send(target, '/api/v1/delivery/test', { channel_id: channels[round % connections] }),
      ),
      repeat(8, (round) =>
        send(target, '/api/v1/monitors', { prompt: `otters http://dead-${round}.example.com/` }),
      ),
    ]);
  },
};
