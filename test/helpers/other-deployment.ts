import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { RunningServer } from 'newswatch/server';
import type { Operation } from '../../src/contract/operation.ts';
import { operationList } from '../../src/contract/operations.ts';
import { listening } from './listening.ts';

/** Names that docs/service.md marks as ours, and other names for them. */
const renamed: Readonly<Record<string, string>> = {
  items: 'stories',
  monitors: 'watches',
  alerts: 'recorded',
  channels: 'connections',
  briefings: 'digests',
  plan: 'subscription',
  requests: 'calls',
  has_more: 'more',
  next_cursor: 'next',
};

/** The extensions, except `delivery.set`, which the published API names. */
const extensions = operationList.filter(
  ({ documented, name }) => !documented && name !== 'delivery.set',
);

/**
 * Another deployment of the service: a proxy in front of a server that renames fields and has no
 * extensions. @returns its origin
 */
export function otherDeployment({ baseUrl }: RunningServer): Promise<string> {
  return listening(
    createServer(async (request, response) => {
      const { method = 'GET', url = '/' } = request;
      const body = await text(request);
      if (isExtension(method, url, body)) return notFound(response);
      const forwarded = await fetch(baseUrl + url, {
        method,
        headers: headersOf(request),
        redirect: 'manual',
        ...(body === '' ? {} : { body }),
      });
      const { 'content-length': _length, ...headers } = Object.fromEntries(forwarded.headers);
      response.writeHead(forwarded.status, headers);
      response.end(renameFields(withoutExtensions(await forwarded.text())));
    }),
  );
}

function isExtension(method: string, url: string, body: string): boolean {
  const path = url.split('?')[0] ?? '';
  const isOwn = (operation: Operation) =>
    operation.method === method && pathOf(operation).test(path);
  if (operationList.some((each) => !extensions.includes(each) && isOwn(each))) return false;
  return extensions.some((each) => isOwn(each) || body.includes(`"name":"${each.name}"`));
}

function pathOf({ path }: Operation): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end('{"error":"unknown_path","message":"there is no such path"}');
}

function headersOf({ headers }: IncomingMessage): Headers {
  const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers;
  return new Headers(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  );
}

/** Removes the tools of the extensions from a tool list. */
function withoutExtensions(json: string): string {
  if (!json.includes('"tools":[')) return json;
  const message = JSON.parse(json) as { result: { tools: { name: string }[] } };
  const names = new Set(extensions.map(({ name }) => name));
  message.result.tools = message.result.tools.filter(({ name }) => !names.has(name));
  return JSON.stringify(message);
}

/** Renames fields of JSON, also of JSON in a string. */
function renameFields(json: string): string {
  return json.replace(/(\\?")(\w+)\1:/g, (field, quote: string, name: string) =>
    Object.hasOwn(renamed, name) ? `${quote}${renamed[name]}${quote}:` : field,
  );
}
