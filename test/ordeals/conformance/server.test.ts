import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/node/log.ts';
import { createGuardedServer } from '../../../src/server/surfaces/guarded-server.ts';
import { allowedHostsOf } from '../../../src/server/surfaces/mcp/allowed-hosts.ts';
import { addMcpRoutes } from '../../../src/server/surfaces/mcp/routes.ts';
import { BodyBudget } from '../../../src/server/surfaces/shared/body-budget.ts';
import { ClientAddresses } from '../../../src/server/surfaces/shared/client-addresses.ts';
import { errorResponse } from '../../../src/server/surfaces/shared/error-response.ts';
import type { App } from '../../../src/server/surfaces/shared/hono-app.ts';
import { listening } from '../../helpers/listening.ts';
import { paidKey, testServer } from '../../helpers/server.ts';
import { fixtureTools } from './fixture-tools.ts';
import { conformanceProgram } from './program.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs the conformance suite, which cannot send a header: the key is in the path. */
async function conformance(origin: string, ...args: string[]) {
  const child = spawn(
    process.execPath,
    [...conformanceProgram, ...['server', '--url', `${origin}/mcp/${paidKey}`, ...args]],
    { cwd: mkdtempSync(join(tmpdir(), 'newswatch-conformance-')) },
  );
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output: stdout + stderr };
}

describe('the MCP conformance suite', () => {
  it.each([
    ['2025-06-18', ['server-initialize', 'ping', 'tools-list']],
    ['2025-11-25', ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']],
    [
      '2026-07-28',
      ['server-stateless', 'tools-list', 'dns-rebinding-protection', 'http-header-validation'],
    ],
  ])(
    'passes in revision %s, except what server.left-out.yml names',
    async (revision, passing) => {
      const { baseUrl } = await testServer();
      const { code, output } = await conformance(
        baseUrl,
        ...['--suite', 'all', '--spec-version', revision],
        ...['--expected-failures', here('server.left-out.yml')],
      );
      expect(output).not.toMatch(/Unexpected|Stale/i);
      for (const scenario of passing) expect(output).toMatch(new RegExp(`${scenario}: [1-9]`));
      expect(code).toBe(0);
    },
    120_000,
  );

  it.each([
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'json-schema-2020-12',
  ])('passes %s with the tools that it calls', async (scenario) => {
    const app: App = new Hono();
    const addresses = new ClientAddresses([], silentLog);
    const bodies = new BodyBudget(addresses);
    app.use((c, next) => {
      c.set('bodies', bodies);
      c.set('place', { leave: (work) => work() });
      return next();
    });
    const authenticate = async () => ({
      account: {
        id: 'one',
        name: 'one',
        plan: 'active',
        plan_managed_by: 'user',
        disabled_at: null,
        created_at: 0,
        time_zone: 'UTC',
        language: 'en',
        briefing: 'off',
        briefing_time: '07:00',
        briefing_day: 'monday',
      } as const,
    });
    addMcpRoutes(app, {
      baseUrl: 'http://127.0.0.1',
      tools: fixtureTools,
      authenticate,
      log: silentLog,
      allowedHosts: allowedHostsOf('127.0.0.1', []),
      stopping: new AbortController().signal,
    });
    app.onError((error, c) => errorResponse(error, c, silentLog));
    const options = { overrideGlobalObjects: false };
    const listener = getRequestListener(app.fetch, options);
    const origin = await listening(createGuardedServer(addresses, listener, bodies));
    for (const revision of ['2025-11-25', '2026-07-28']) {
      const args = ['--scenario', scenario, '--spec-version', revision];
      const { code, output } = await conformance(origin, ...args);
      expect({ code, output }).toMatchObject({
        code: 0,
        output: expect.stringContaining('SUCCESS'),
      });
    }
  });
});
