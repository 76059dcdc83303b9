/** A process with one receiver: the durable one or a minimal one. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { startReceiver } from 'newswatch/receiver';
import { offer } from '../harness/processes.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

offer({
  async durable(secret) {
    const handler = { concurrency: 256, handle: async () => {} };
    const { url } = await startReceiver({ secrets: [secret], data: temporaryFolder(), handler });
    return url;
  },
  async bare(secret) {
    const server = createServer((request, response) => {
      const hmac = createHmac('sha256', secret);
      hmac.update(`${request.headers['x-service-timestamp']}.`);
      request.on('data', (chunk) => hmac.update(chunk));
      request.on('end', () => {
        const good = request.headers['x-service-signature'] === `v1=${hmac.digest('hex')}`;
        response.writeHead(good ? 204 : 401).end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${server.address().port}/hook`;
  },
  /** Processor seconds of this process, in all its threads. */
  work() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
});
