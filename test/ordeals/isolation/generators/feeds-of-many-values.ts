import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HostileGenerator, repeat, send } from '../generator.ts';

const size = 8_000_000;
const keys = Array.from({ length: size / 16 }, (_, index) => `"k${index}":1`).join(',');

const documents = ['{},', '[],', '1,', '"",', '{"a":[{"b":1}]},', `{${keys}},`].map((piece) => {
  const items = piece.repeat(Math.floor(size / piece.length));
  return Buffer.from(`{"version":"https://jsonfeed.org/version/1.1","items":[${items}{}]}`);
});

export const generator: HostileGenerator = {
  name: 'prompts of ten JSON Feeds of millions of values',
  async attack(target) {
    const server = createServer((request, response) => {
      response.end(documents[Number(request.url?.slice(1)) % documents.length]);
    }).listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await repeat(2, (round) => {
      const feeds = Array.from({ length: 10 }, (_, n) => `http://127.0.0.1:${port}/${round + n}`);
      return send(target, '/api/v1/monitors', { prompt: feeds.join(' ') });
    });
  },
};
