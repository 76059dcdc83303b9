import { once } from 'node:events';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { ParsedFault } from '../../testing/fault.ts';
import type { AppEnv } from './hono-app.ts';

const page = `<!doctype html>
<html lang="en"><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>
`;

/**
 * Damages the response of a request as a fault says.
 *
 * @param stopping ends a `hang`
 */
export async function applyFault(
  c: Context<AppEnv>,
  fault: ParsedFault,
  stopping: AbortSignal,
): Promise<void> {
  const damaged = await damagedResponse(c, fault, stopping);
  // Otherwise, Hono adds the headers of the old response.
  c.res = undefined;
  c.res = damaged ?? RESPONSE_ALREADY_SENT;
}

/** @returns `undefined` if no complete response is sent */
async function damagedResponse(
  c: Context<AppEnv>,
  fault: ParsedFault,
  stopping: AbortSignal,
): Promise<Response | undefined> {
  const { status, headers } = c.res;
  const text = await c.res.text();
  headers.delete('content-length');
  switch (fault.response) {
    case undefined:
      return new Response(text, { status, headers });
    case 'hang':
      await clientLeft(c, stopping);
      c.env.outgoing.destroy();
      return undefined;
    case 'reset':
      c.env.outgoing.destroy();
      return undefined;
    case 'cut':
      await sendHalf(c, { status, headers, text });
      return undefined;
    case 'truncated':
      return new Response(text.slice(0, text.length / 2), { status, headers });
    case 'bad-json':
      return new Response(`${text},`, { status, headers });
    case 'html':
      headers.set('content-type', 'text/html; charset=utf-8');
      return new Response(page, { status: fault.status ?? status, headers });
    case 'wrong-type':
      headers.set('content-type', 'text/plain; charset=utf-8');
      return new Response(text, { status, headers });
  }
}

async function clientLeft(c: Context<AppEnv>, stopping: AbortSignal): Promise<void> {
  const { outgoing } = c.env;
  if (outgoing.destroyed || stopping.aborted) return;
  const ended = new AbortController();
  const { signal } = ended;
  await Promise.race([
    once(outgoing, 'close', { signal }),
    once(stopping, 'abort', { signal }),
  ]).catch(() => {});
  ended.abort();
}

async function sendHalf(
  c: Context<AppEnv>,
  { status, headers, text }: { status: number; headers: Headers; text: string },
): Promise<void> {
  const { outgoing } = c.env;
  const body = Buffer.from(text);
  outgoing.writeHead(status, {
    ...Object.fromEntries(headers),
    'content-length': String(body.length),
  });
  await new Promise<void>((resolve) => {
    outgoing.once('close', resolve);
    outgoing.write(body.subarray(0, body.length / 2), () => resolve());
  });
  outgoing.socket?.destroySoon();
}
