import { randomUUID } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { ApiError } from './domain/api-error.ts';
import type { Readiness } from './readiness.ts';
import { securityHeaders } from './surfaces/shared/security-headers.ts';
import { wantsPage } from './surfaces/shared/wants-page.ts';

/** Seconds for `Retry-After`: most starts take less. */
const retryAfter = 1;

const loadsAgain = {
  refresh: `<meta http-equiv="refresh" content="${2 * retryAfter}">\n`,
  text: 'This page loads again by itself.',
};

/** A browser would load the page again with GET, which the URLs of most forms do not support. */
const losesForm = {
  refresh: '',
  text: 'What you submitted was not saved: go back in a moment, and submit the form again.',
};

/** Without a style sheet, which the server does not serve yet. */
const pageWith = ({ refresh, text }: typeof loadsAgain) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${refresh}<title>Starting · newswatch</title>
</head>
<body>
<main>
<h1>The server is starting</h1>
<p>Nothing was changed. ${text}</p>
</main>
</body>
</html>
`;

/**
 * Responds to requests while the server starts: with 200 at `/livez`, and with 503 everywhere else.
 * Browsers get a page. The bodies of requests are discarded.
 */
export function startingListener(readiness: Readiness): RequestListener {
  return async (request, response) => {
    request.resume();
    const path = (request.url ?? '').replace(/\?.*$/s, '');
    if (path === '/livez') return send(response, 200, { status: 'alive' });
    const body =
      path === '/readyz'
        ? await readiness.report()
        : new ApiError('unavailable', 'the server is starting; nothing was changed');
    response.setHeader('retry-after', retryAfter);
    if (wantsPage({ path, accept: request.headers.accept })) {
      return sendPage(response, request.method === 'POST' ? losesForm : loadsAgain);
    }
    send(response, 503, body);
  };
}

function sendPage(response: ServerResponse, kind: typeof loadsAgain): void {
  end(response, 503, 'text/html; charset=utf-8', pageWith(kind));
}

function send(response: ServerResponse, status: number, body: object): void {
  end(response, status, 'application/json', JSON.stringify(body));
}

function end(response: ServerResponse, status: number, type: string, body: string): void {
  response
    .writeHead(status, {
      ...securityHeaders,
      'content-type': type,
      'x-request-id': randomUUID(),
      // The next request may get another server, or this one when it is ready.
      connection: 'close',
    })
    .end(body);
}
