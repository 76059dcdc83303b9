import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metricDefinitions } from '../../../../src/server/metrics/metric-definitions.ts';
import { closing } from '../../../helpers/closing.ts';
import { project } from '../../../helpers/documents.ts';
import { freePort } from '../../../helpers/free-port.ts';
import { testServer } from '../../../helpers/server.ts';

const operations = join(project, 'docs/operations');

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const isInstalled = (program: string) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const hasPrometheus = isInstalled('prometheus') && isInstalled('promtool');
const withPrometheus = `with Prometheus${hasPrometheus ? '' : ' (not installed)'}`;

async function expressions(): Promise<string[]> {
  const text = await readFile(join(operations, 'dashboard.json'), 'utf8');
  return (JSON.parse(text) as Dashboard).panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
  );
}

/** Starts Prometheus, which scrapes each second; returns its URL. */
async function prometheus(target: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-prometheus-'));
  const config = `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ['${operations}/alerts.yml']
scrape_configs: [{ job_name: newswatch, static_configs: [{ targets: ['${target}'] }] }]
`;
  await writeFile(join(folder, 'prometheus.yml'), config);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  closing({
    close: async () => {
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('close', resolve));
      await rm(folder, { recursive: true, force: true });
    },
  });
  return `http://${address}`;
}

async function query(url: string, path: string): Promise<{ status: string; data: unknown }> {
  const response = await fetch(`${url}/api/v1/${path}`);
  return (await response.json()) as { status: string; data: unknown };
}

describe.skipIf(!hasPrometheus)(`the metrics ${withPrometheus}`, () => {
  it('are scraped, and the dashboard and the rules read only metrics that exist', async () => {
    const { metricsUrl = '', baseUrl } = await testServer({ metrics: '127.0.0.1:0' });
    await fetch(`${baseUrl}/readyz`);
    const url = await prometheus(new URL(metricsUrl).host);
    const up = () => query(url, 'query?query=newswatch_store_up').catch(() => undefined);
    await expect
      .poll(async () => JSON.stringify((await up())?.data), { timeout: 30_000, interval: 300 })
      .toContain('"1"');

    const { data } = await query(url, 'metadata?limit=1000');
    const known = new Set(Object.keys(data as object));
    expect([...known]).toEqual(expect.arrayContaining(Object.keys(metricDefinitions)));
    const rules = await readFile(join(operations, 'alerts.yml'), 'utf8');
    const texts = [...(await expressions()), rules];
    const named = texts.flatMap((text) => text.match(/\b(newswatch|nodejs|process)_\w+/g) ?? []);
    const unknown = named.filter((name) => !known.has(name.replace(/_bucket$/, '')));
    expect(unknown).toEqual([]);
    // A panel for each metric.
    const shown = (await expressions()).join(' ');
    expect(Object.keys(metricDefinitions).filter((name) => !shown.includes(name))).toEqual([]);

    for (const expression of await expressions()) {
      const { status } = await query(url, `query?query=${encodeURIComponent(expression)}`);
      expect({ expression, status }).toEqual({ expression, status: 'success' });
    }
    const { data: alerts } = await query(url, 'alerts');
    expect(alerts).toEqual({ alerts: [] });
  });

  it('are valid for promtool, and so are the rules and their tests', async () => {
    const { metricsUrl = '', baseUrl } = await testServer({ metrics: '127.0.0.1:0' });
    await fetch(`${baseUrl}/readyz`);
    const input = await (await fetch(metricsUrl)).text();
    execFileSync('promtool', ['check', 'metrics'], { input, stdio: ['pipe', 'pipe', 'pipe'] });
    execFileSync('promtool', ['check', 'rules', 'alerts.yml'], { cwd: operations });
    execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: operations });
  });
});
