/** A server with the same HTTP stack as newswatch that sends a constant response to every POST. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

const text = JSON.stringify({ items: 'x'.repeat(Number(process.argv[2]) - '{"items":""}'.length) });
const headers = { 'content-type': 'application/json' };
const app = new Hono().post('*', (context) => context.body(text, 200, headers));
const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
