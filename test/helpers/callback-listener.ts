import { createServer } from 'node:http';
import { listening } from './listening.ts';

/** The loopback address that an assistant's program is called back at, and the first call of it. */
export async function callbackListener(): Promise<{ redirectUri: string; called: Promise<URL> }> {
  let call = (_: URL) => {};
  const called = new Promise<URL>((resolve) => {
    call = resolve;
  });
  const origin = await listening(
    createServer((request, response) => {
      const url = new URL(request.url ?? '', origin);
      if (url.pathname === '/callback') call(url);
      response.end('You can close this page.');
    }),
  );
  return { redirectUri: `${origin}/callback`, called };
}
