import { createServer } from 'node:http';
import { listening } from './listening.ts';

/** A redirect URI on loopback, and the URL of the first request to it. */
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
