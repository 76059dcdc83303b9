import { join } from 'node:path';
import { describe, it } from 'vitest';
import { codeBlocks, readDocument } from '../../helpers/documents.ts';
import { createProject, installTools, packedPackage, run } from './projects.ts';
import { isWholeMatrix, planChecks, recordCheck } from './report.ts';

const releases = ['5.5.4', '5.6.3', '5.7.3', '5.8.3', '5.9.3', '6.0.3', '7.0.2'];
const resolutions = { node16: 'node16', nodenext: 'nodenext', bundler: 'esnext' };

/** A program of the entries that need nothing of Node. */
const portable = `
import { type Client, createClient, type NewsItem, NewswatchError, ServiceError } from 'newswatch';
import {
  isNewsAlert,
  signedHeaders,
  verifyRequest,
  WebhookError,
  type WebhookEvent,
} from 'newswatch/webhooks';

const client: Client = createClient({ baseUrl: 'https://service.example', apiKey: 'key' });

export async function titles(): Promise<string[]> {
  const { items } = await client.news.search({ query: 'chip exports', hours_ago: 24 });
  const first: NewsItem | undefined = items[0];
  // @ts-expect-error: a misspelled field does not compile.
  first?.titel;
  return items.map(({ title }) => title);
}

export async function pages(): Promise<string[]> {
  const ids: string[] = [];
  for await (const alert of client.alerts.list()) ids.push(alert.id);
  // @ts-expect-error: a write has no pages.
  for await (const monitor of client.monitors.pause_all()) ids.push(monitor.id);
  return ids;
}

export function planUrl(error: unknown): string | undefined {
  if (!(error instanceof ServiceError) || error.code !== 'plan_required') return undefined;
  // @ts-expect-error: a misspelled field does not compile; unknown ones are in raw.
  error.body.ulr ?? error.raw['ulr'];
  return error.body.url;
}

export function titleOf(event: WebhookEvent): string {
  const { id, type } = event;
  switch (event.type) {
    case 'news.alert':
      return event.monitor_title;
    case 'webhook.test':
      return event.created_at ?? event.id;
    // @ts-expect-error: a misspelled type does not compile.
    case 'news.alret':
      return '';
    default:
      // A later type.
      return [type, id].join();
  }
}

export async function receive(request: Request): Promise<Response> {
  try {
    const { event } = await verifyRequest(request, { secrets: 'whsec_example' });
    return new Response(isNewsAlert(event) ? event.monitor_title : event.type);
  } catch (error) {
    const status = error instanceof WebhookError ? error.status : 503;
    return new Response(error instanceof NewswatchError ? error.code : null, { status });
  }
}

export async function send(body: string): Promise<Response> {
  const headers = await signedHeaders({ body, eventId: 'evt_1', secrets: 'whsec_example' });
  return fetch('https://hooks.example.com/', { method: 'POST', headers, body });
}
`;

/** A program of the entries for Node. */
const onNode = `
import * as conformance from 'newswatch/conformance';
import * as mcp from 'newswatch/mcp';
import * as receiver from 'newswatch/receiver';
import { type Fault, ManualClock, type RunningServer, startServer } from 'newswatch/server';
import { type NewsInput, startTestServer } from 'newswatch/testing';

export async function serve(): Promise<RunningServer> {
  return startServer({ clock: new ManualClock('2026-11-20T12:00:00Z'), port: 0, sample: true });
}

export async function test(): Promise<number> {
  const faults: Fault[] = [{ operation: 'news.search', status: 429 }];
  // @ts-expect-error: a misspelled operation does not compile.
  faults.push({ operation: 'news.serch', status: 429 });
  const server = await startTestServer({ faults });
  const items: NewsInput[] = [{ title: 'Chip exports resume', publication_date: null }];
  // @ts-expect-error: a misspelled field does not compile.
  await server.addNews([{ titel: 'Chip exports resume' }]);
  const { added } = await server.addNews(items);
  const { results } = await server.client.monitors.run({ id: 'mon_1' });
  await server.close();
  return added + results.length + server.requests.list({ operation: 'monitors.run' }).length;
}

export const entries = [conformance, mcp, receiver];
`;

/** The JSON files, as each module resolution imports them. */
function jsonFiles(moduleResolution: string): string {
  const attribute = moduleResolution === 'node16' ? '' : " with { type: 'json' }";
  return [
    ...['openapi', 'world.schema', 'webhook-events.schema'].map(
      (file, index) => `import json${index} from 'newswatch/${file}.json'${attribute};`,
    ),
    'export const names: string[] = [json0.info.title, json1.title, json2.title];',
  ].join('\n');
}

/** What the document shows for a CommonJS file. */
const [commonJs = ''] = codeBlocks(readDocument('docs/compatibility.md'), 'ts');

const projects = [
  {
    name: 'client and webhooks, without @types/node',
    files: ['portable.ts'],
    types: [],
    lib: ['es2023', 'dom'],
  },
  {
    name: 'every entry, with @types/node',
    files: ['portable.ts', 'on-node.ts', 'json-files.ts', 'commonjs.cts'],
    types: ['node'],
    lib: ['es2023'],
  },
];

const rowOf = (release: string, resolution: string, { name }: { name: string }) =>
  ({ table: 'types', tool: `TypeScript ${release}`, check: `${resolution}: ${name}` }) as const;

planChecks(
  releases.flatMap((release) =>
    Object.keys(resolutions).flatMap((resolution) =>
      projects.map((each) => rowOf(release, resolution, each)),
    ),
  ),
);

const tarball = packedPackage();

describe.each(isWholeMatrix ? releases : releases.slice(-1))('TypeScript %s', (release) => {
  it.each(Object.entries(resolutions))(
    'accepts the types with the module resolution %s',
    { timeout: 600_000 },
    async (moduleResolution, module) => {
      const tools = await installTools(`typescript@${release}`, '@types/node@20.19.43');
      const cwd = await createProject(tools, tarball(), {
        'portable.ts': portable,
        'on-node.ts': onNode,
        'json-files.ts': jsonFiles(moduleResolution),
        'commonjs.cts': commonJs,
        ...Object.fromEntries(
          projects.map(({ files, types, lib }, index) => [
            `tsconfig.${index}.json`,
            JSON.stringify({
              files,
              compilerOptions: {
                ...{ module, moduleResolution, types, lib, target: 'es2022', noEmit: true },
                ...{
                  strict: true,
                  exactOptionalPropertyTypes: true,
                  skipLibCheck: false,
                  resolveJsonModule: true,
                },
                typeRoots: [join(tools, 'node_modules/@types')],
              },
            }),
          ]),
        ),
      });
      for (const [index, each] of projects.entries()) {
        await recordCheck(rowOf(release, moduleResolution, each), async () => {
          const tsc = join(tools, 'node_modules/typescript/bin/tsc');
          await run(process.execPath, [tsc, '-p', `tsconfig.${index}.json`], { cwd });
          return undefined;
        });
      }
    },
  );
});
