import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A command that talks to the service. */
export interface TimedCommand {
  name: string;
  args(origin: string): readonly string[];
  /** Whether it ends after `--timeout` (default: true); others end only by a signal. */
  isLimited?: boolean;
  /** Whether it uses the API key and a proxy (default: true). */
  usesService?: boolean;
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

export const commands: readonly TimedCommand[] = [
  { name: 'news latest', args: () => ['news', 'latest'] },
  { name: 'alerts list --all', args: () => ['alerts', 'list', '--all'] },
  { name: 'monitors pause-all', args: () => ['monitors', 'pause-all'] },
  { name: 'news search --batch', args: () => ['news', 'search', '--batch', queries] },
  { name: 'api POST', args: () => ['api', 'POST', '/api/v1/news/search', '--input', largeBody] },
  { name: 'auth status', args: () => ['auth', 'status'] },
  { name: 'doctor', args: () => ['doctor'] },
  { name: 'mcp tools', args: () => ['mcp', 'tools'] },
  { name: 'mcp call', args: () => ['mcp', 'call', 'news.latest'] },
  { name: 'conform', args: () => ['conform'] },
  {
    name: 'webhook send',
    args: (origin) => ['webhook', 'send', `${origin}/`, '--secret-file', secret],
    usesService: false,
  },
  { name: 'alerts list --follow', args: () => ['alerts', 'list', '--follow'], isLimited: false },
  { name: 'mcp serve', args: () => ['mcp', 'serve'], isLimited: false },
  {
    name: 'webhook conform',
    args: (origin) => ['webhook', 'conform', `${origin}/`, '--secret-file', secret],
    isLimited: false,
    usesService: false,
  },
];
