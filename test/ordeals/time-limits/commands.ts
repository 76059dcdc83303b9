import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StageKind } from './stages.ts';

/** A command, or a program that uses the package. */
export interface TimedCommand {
  name: string;
  /** @param input the file to read (default: one that is complete) */
  args(origin: string, input?: string): readonly string[];
  /** The kinds of stages that stop it. */
  meets: readonly StageKind[];
  /** The script that Node.js runs (default: the built binary). */
  script?: string;
  /** What it reads from stdin, which never ends (default: nothing). */
  stdin?: string;
  /** Whether it ends after `--timeout` (default: true); others end only by a signal. */
  isLimited?: boolean;
}

const folder = mkdtempSync(join(tmpdir(), 'newswatch-time-limits-'));
const file = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
};
const queries = file('queries.txt', 'chips\notters\n');
const largeBody = file('body.json', JSON.stringify({ query: 'x'.repeat(15_000_000) }));
const secret = file('secret.txt', 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=');
const search = '/api/v1/news/search';
const hook = ['--webhook-url', 'https://hooks.example.com/news'];
const serve = ['serve', '--port', '0', '--data', ':memory:'];

let folders = 0;
const listen = (secretFile: string) => {
  folders += 1;
  const data = join(folder, `inbox-${folders}`);
  return ['webhook', 'listen', '--port', '0', '--secret-file', secretFile, '--data', data];
};

const read: readonly StageKind[] = ['network', 'proxy', 'key', '429', '503'];
const write: readonly StageKind[] = ['network', 'proxy', 'key', '429'];
const mcp: readonly StageKind[] = ['network', 'proxy', 'key'];

export const commands: readonly TimedCommand[] = [
  { name: 'news latest', args: () => ['news', 'latest'], meets: read },
  { name: 'alerts list --all', args: () => ['alerts', 'list', '--all'], meets: read },
  { name: 'monitors pause-all', args: () => ['monitors', 'pause-all', '--yes'], meets: write },
  {
    name: 'delivery connect',
    args: () => ['delivery', 'connect', '--platform', 'webhook', ...hook],
    meets: write,
  },
  {
    name: 'news search --batch',
    args: (_origin, input = queries) => ['news', 'search', '--batch', input],
    meets: [...read, 'input'],
  },
  {
    name: 'news search --batch -',
    args: () => ['news', 'search', '--batch', '-'],
    stdin: 'chips\n',
    meets: ['network', 'proxy', '429'],
  },
  {
    name: 'api POST',
    args: (_origin, input = largeBody) => ['api', 'POST', search, '--input', input],
    meets: [...write, 'input'],
  },
  { name: 'auth status', args: () => ['auth', 'status'], meets: read },
  { name: 'doctor', args: () => ['doctor'], meets: mcp },
  { name: 'mcp tools', args: () => ['mcp', 'tools'], meets: mcp },
  { name: 'mcp call', args: () => ['mcp', 'call', 'news.latest'], meets: mcp },
  { name: 'conform', args: () => ['conform'], meets: read },
  {
    name: 'createClient()',
    args: (origin) => [origin],
    script: fileURLToPath(new URL('client-program.mjs', import.meta.url)),
    meets: ['network', '429', '503'],
  },
  {
    name: 'webhook send',
    args: (origin, input) => [
      ...['webhook', 'send', `${origin}/`, '--secret-file', secret],
      ...(input === undefined ? [] : ['--body', input]),
    ],
    meets: ['network', 'input'],
  },
  {
    name: 'webhook conform',
    args: (origin) => ['webhook', 'conform', `${origin}/`, '--secret-file', secret],
    meets: ['network'],
  },
  {
    name: 'alerts list --follow',
    args: () => ['alerts', 'list', '--follow'],
    isLimited: false,
    meets: read,
  },
  { name: 'mcp serve', args: () => ['mcp', 'serve'], isLimited: false, meets: mcp },
  {
    name: 'serve --fixture',
    args: (_origin, input) => [...serve, ...(input === undefined ? [] : ['--fixture', input])],
    isLimited: false,
    meets: ['file', 'running'],
  },
  {
    name: 'serve --news',
    args: (_origin, input) => [...serve, ...(input === undefined ? [] : ['--news', input])],
    isLimited: false,
    meets: ['file', 'running'],
  },
  {
    name: 'webhook listen',
    args: (_origin, input = secret) => listen(input),
    isLimited: false,
    meets: ['file', 'running'],
  },
];
