import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cleanEnv } from '../../helpers/cli.ts';
import { conformanceProgram } from './program.ts';

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

const client = fileURLToPath(new URL('bridge-client.mjs', import.meta.url));

/** Runs a scenario for clients with the official client behind the bridge. */
async function checksOf(scenario: string): Promise<Check[]> {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-bridge-'));
  const command = `${process.execPath} ${client}`;
  const args = ['client', '--command', command, '--scenario', scenario, '--output-dir', folder];
  await new Promise((resolve) => {
    execFile(process.execPath, [...conformanceProgram, ...args], { env: cleanEnv() }, resolve);
  });
  const files = (await readdir(folder, { recursive: true })).filter((each) =>
    each.endsWith('checks.json'),
  );
  const checks = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Check[]),
  );
  return checks.flat();
}

/**
 * All scenarios for clients, except those for authorization (the bridge has a key), for skills, and for
 * `x-mcp-header` (the tools of the service declare none).
 */
describe('mcp serve passes the client scenario of the MCP conformance suite', () => {
  it.each([
    'initialize',
    'tools_call',
    'elicitation-sep1034-client-defaults',
    'sse-retry',
    'request-metadata',
    'sep-2322-client-request-state',
    'http-standard-headers',
    'json-schema-ref-no-deref',
    'json-schema-2020-12-preservation',
  ])('%s', async (scenario) => {
    const checks = await checksOf(scenario);
    expect(checks.filter(({ status }) => status === 'SUCCESS')).not.toEqual([]);
    expect(checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')).toEqual([]);
  });
});
