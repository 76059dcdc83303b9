import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StatementResult } from 'newswatch/conformance';
import { describe, expect, it } from 'vitest';
import { statements } from '../../../src/conformance/statements.ts';
import { type CliResult, cli, failureIn } from '../../helpers/cli.ts';
import { freePort } from '../../helpers/free-port.ts';
import { listening } from '../../helpers/listening.ts';
import { otherDeployment } from '../../helpers/other-deployment.ts';
import { spawnCommand } from '../../helpers/process.ts';
import { envFor, paidKey, sharedServer, testServer, unpaidKey } from '../../helpers/server.ts';
import { clientOf } from '../../helpers/watch.ts';

const server = sharedServer({ allowPrivateWebhooks: true });

interface Report {
  service: string;
  passed: number;
  failed: number;
  skipped: number;
  results: StatementResult[];
}

const reportOf = ({ stdout }: CliResult) => JSON.parse(stdout) as Report;
const failuresOf = (report: Report) => report.results.filter(({ result }) => result === 'failed');

async function keyFile(key: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'newswatch-conform-')), 'key');
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return file;
}

/** Checks the shared server. */
const conform = (...args: string[]) => cli(['conform', ...args], { env: envFor(server()) });

describe('conform', () => {
  it('only reads by default, and says what the other checks need', async () => {
    const own = await testServer();
    const result = await cli(['conform', '--service', own.baseUrl], {
      env: { SERVICE_API_KEY: paidKey },
    });
    const report = reportOf(result);
    expect(failuresOf(report)).toEqual([]);
    expect(result.code).toBe(0);
    expect(report.service).toBe(own.baseUrl);
    expect(new Set(report.results.map(({ id }) => id)).size).toBe(statements.length);
    expect(report.passed + report.failed + report.skipped).toBe(report.results.length);
    expect(report.results.find(({ id }) => id === '4.1-13')).toEqual({
      id: '4.1-13',
      statement: 'POST /api/v1/monitors takes `prompt` and returns the created monitor.',
      surface: 'http',
      result: 'skipped',
      reason: 'needs permission to create and change things (--allow-changes)',
    });
    const { operations } = await clientOf(own).usage();
    const used = operations.map(({ operation }) => operation);
    expect(used.filter((name) => /create|connect|set|update|delete|run$|pause/.test(name))).toEqual(
      [],
    );
  }, 180_000);

  it('deletes what its checks create', async () => {
    const client = clientOf(server());
    const url = `http://127.0.0.1:${await freePort()}/events`;
    const port = new URL(url).port;
    const result = await conform(
      '--allow-changes',
      '--receiver-url',
      url,
      '--receiver-port',
      port,
      '--only',
      '2.5-6',
      '4.1',
      '8.3',
    );
    const report = reportOf(result);
    expect(failuresOf(report)).toEqual([]);
    expect(report.results.filter(({ left_behind }) => left_behind)).toEqual([]);
    expect((await client.monitors.list()).monitors).toEqual([]);
    expect((await client.delivery.get()).channels).toEqual([]);
  }, 180_000);

  it('names what it could not delete', async () => {
    const fixed = await testServer({ faults: [{ operation: 'monitors.delete', status: 500 }] });
    const { stderr, stdout } = await cli(['conform', '--allow-changes', '--only', '4.1-13'], {
      env: envFor(fixed),
    });
    const [{ left_behind } = { left_behind: [] }] = reportOf({ code: 0, stdout, stderr }).results;
    const { monitors } = await clientOf(fixed).monitors.list();
    expect(left_behind).toEqual([{ kind: 'monitor', id: monitors[0]?.id }]);
    expect(stderr).toContain(`the monitor ${monitors[0]?.id} could not be deleted`);
  });

  it('fails if a statement does not hold', async () => {
    const broken = await testServer({ faults: [{ operation: 'usage', status: 500 }] });
    const result = await cli(['conform', '--only', '1-12', '1-13'], { env: envFor(broken) });
    expect(result.code).toBe(1);
    expect(result.stderr).toBe('newswatch: 3 passed, 3 failed, 0 skipped\n');
    expect(failuresOf(reportOf(result))).toMatchObject(
      ['http', 'mcp', 'cli'].map((surface) => ({
        id: '1-12',
        surface,
        reason: expect.stringContaining('usage failed'),
      })),
    );
  });

  it('deletes what a check creates against its expectation', async () => {
    const result = await conform('--allow-changes', '--only', '2.5-11');
    const report = reportOf(result);
    expect(report.failed).toBe(3);
    expect(result.stdout).toContain('was accepted');
    expect(result.stdout).not.toContain('whsec_');
    expect((await clientOf(server()).delivery.get()).channels).toEqual([]);
  });

  it('finds no fault in a deployment with other names and without extensions', async () => {
    const origin = await otherDeployment(await testServer());
    const flags = ['--allow-changes', '--unpaid-key-file', await keyFile(unpaidKey)];
    const env = { SERVICE_API_KEY: paidKey };
    const result = await cli(['conform', ...flags, '--service', origin], { env });
    const report = reportOf(result);
    expect(failuresOf(report)).toEqual([]);
    expect(report.passed).toBeGreaterThan(100);
    expect(report.results.find(({ id }) => id === '1-4')?.reason).toMatch(/no monitors\.delete/);
    expect(report.results.filter(({ left_behind }) => left_behind)).toEqual([]);
  }, 240_000);

  it('with --leave-behind, also creates what it cannot delete, and disables connections', async () => {
    const behind = await testServer();
    const origin = await otherDeployment(behind);
    const flags = ['--allow-changes', '--leave-behind', '--only', '2'];
    const env = { SERVICE_API_KEY: paidKey };
    const report = reportOf(await cli(['conform', ...flags, '--service', origin], { env }));
    expect(failuresOf(report)).toEqual([]);
    const left = report.results.flatMap(({ left_behind = [] }) => left_behind);
    const { channels } = await clientOf(behind).delivery.get();
    const { monitors } = await clientOf(behind).monitors.list();
    expect(left.map(({ id }) => id).sort()).toEqual(
      [...channels, ...monitors].map(({ id }) => id).sort(),
    );
    expect(new Set(channels.map(({ status }) => status))).toEqual(new Set(['disabled']));
  }, 240_000);

  it('prints keys nowhere, even if the service returns them', async () => {
    const origin = await listening(
      createServer((request, response) => {
        const isFirst = request.url?.startsWith('/api/v1/news/latest');
        response.writeHead(isFirst ? 200 : 500, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: 'internal', message: request.headers.authorization }));
      }),
    );
    const { code, stdout, stderr } = await cli(
      [
        'conform',
        '--service',
        origin,
        '--unpaid-key-file',
        await keyFile(unpaidKey),
        '--only',
        '1',
      ],
      { env: { SERVICE_API_KEY: paidKey } },
    );
    expect(code).toBe(1);
    expect(stdout).toContain('Bearer ***');
    expect(stdout + stderr).not.toContain(paidKey);
    expect(stdout + stderr).not.toContain(unpaidKey);
  }, 180_000);

  it('ends a check that gets an endless response', async () => {
    const origin = await listening(
      createServer((request, response) => {
        if (request.url?.startsWith('/api/v1/news')) response.end('{"items":[]}');
        else {
          response.writeHead(200);
          const timer = setInterval(() => response.write('x'.repeat(1024 * 1024)), 1);
          response.on('close', () => clearInterval(timer));
        }
      }),
    );
    const { code, stdout } = await cli(['conform', '--service', origin, '--only', '4.1-20'], {
      env: { SERVICE_API_KEY: paidKey },
    });
    expect(code).toBe(1);
    expect(stdout).toContain('larger than 10485760 bytes');
  });

  it('exits like other commands if the service cannot be used', async () => {
    const env = { SERVICE_API_KEY: paidKey };
    const service = `http://127.0.0.1:${await freePort()}`;
    expect((await cli(['conform', '--service', service], { env })).code).toBe(7);
    const wrong = await cli(['conform'], { env: envFor(server(), 'nw_wrong_0123456789') });
    expect(wrong.code).toBe(4);
    const unpaid = await cli(['conform'], { env: envFor(server(), unpaidKey) });
    expect(unpaid.code).toBe(3);
    expect(unpaid.stdout).toContain('plan_required');
  });

  it.each([
    [['--only', 'nonsense'], 'no statement'],
    [['--receiver-port', '8788'], '--receiver-url'],
    [['--receiver-url', 'ftp://example.com'], '--receiver-url'],
    [['--local', '--service', 'https://news.example.com'], '--local'],
    [['--format=jsonl', '--markdown'], '--markdown'],
  ])('rejects %j', async (args, part) => {
    const { code, stdout, stderr } = await conform(...args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(JSON.stringify(failureIn(stderr))).toContain(part);
  });

  it('rejects a port that is in use, and an empty key', async () => {
    const { port } = new URL(server().baseUrl);
    const url = 'https://hooks.example.com/events';
    const busy = await conform('--receiver-url', url, '--receiver-port', port);
    expect(busy.code).toBe(2);
    expect(failureIn(busy.stderr)).toMatchObject({
      message: expect.stringContaining('EADDRINUSE'),
    });
    const empty = await conform('--unpaid-key-file', await keyFile(''));
    expect(empty.code).toBe(4);
    expect(empty.stdout).toBe('');
  });

  it('respects SERVICE_READ_ONLY', async () => {
    const env = { ...envFor(server()), SERVICE_READ_ONLY: '1' };
    expect((await cli(['conform', '--allow-changes'], { env })).code).toBe(10);
  });

  it('ends after the current check on SIGINT, with the results so far', async () => {
    const child = spawnCommand(['conform', '--allow-changes', '--format', 'jsonl'], {
      env: envFor(server()),
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdout.once('data', () => child.kill('SIGINT'));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(130);
    expect(stderr).toMatch(/newswatch: \d+ passed/);
    expect((await clientOf(server()).monitors.list()).monitors).toEqual([]);
  });
});
