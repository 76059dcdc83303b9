import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type HostileGenerator, repeat, send } from '../generator.ts';

const size = 6_000_000;
const filled = (piece: string, length = size) => piece.repeat(length / piece.length);
const rss = (items: string) => `<rss><channel><title>t</title>${items}</channel></rss>`;
const item = (content: string) => `<item><title>otters</title>${content}</item>`;

const documents = [
  rss(filled('<item><title>otters</title></item>')),
  rss(item(filled('<a>b</a>', 4_000_000))),
  rss(item(filled('<a>', 4_000_000))),
  rss(item(`<a ${filled('b="c" ', 4_000_000)}/>`)),
  rss(item(`<description><![CDATA[${filled('<b>x</b> ', 4_000_000)}]]></description>`)),
  rss(`<item><title>${filled('a ')}</title></item>`),
  rss(`<!--${filled('-')}`),
  rss(filled('< ')),
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1',
    items: Array(200_000).fill({ id: 'a' }),
  }),
  `{"version":"https://jsonfeed.org/version/1","items":[${filled('[', size / 2)}${filled(']', size / 2)}]}`,
  filled('{"title":"otters"}\n'),
  `{"title":"a"}\n${filled('\n')}`,
  filled(`${JSON.stringify({ title: 'otters', body: filled('<b>a', 900_000) })}\n`),
  filled(`${JSON.stringify({ title: 'otters', body: filled('中文字体', 90_000) })}\n`),
].map((text) => Buffer.from(text));

export const generator: HostileGenerator = {
  name: 'monitors of feeds of 6 MB, also compressed',
  async attack(target) {
    const server = createServer((request, response) => {
      const index = Number(request.url?.slice(1));
      const document = documents[index % documents.length] ?? Buffer.alloc(0);
      response.end(index % 2 === 0 ? document : gzipSync(document, { level: 1 }));
    }).listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await repeat(4, (round) =>
      send(target, '/api/v1/monitors', { prompt: `otters http://127.0.0.1:${port}/${round}` }),
    );
  },
};
