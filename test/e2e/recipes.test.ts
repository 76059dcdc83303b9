import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FixtureInput } from 'newswatch/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { codeBlocks, readDocument } from '../helpers/documents.ts';
import { pollUntil } from '../helpers/eventually.ts';
import { addProgram, folderEnv, runBash, workFolder } from '../helpers/examples.ts';
import { freePort } from '../helpers/free-port.ts';
import { type Job, runJob } from '../helpers/github-runner.ts';
import { envFor, paidKey, testServer } from '../helpers/server.ts';
import { hasTool, toolNote } from '../helpers/tools.ts';

const hasJq = hasTool('jq');

const title = 'Chip exports resume';

const world: FixtureInput = {
  accounts: [{ id: 'ci', plan: 'active', keys: [paidKey] }],
  news: [{ id: 'one', title, publication_date: '-3h' }],
  monitors: [{ id: 'mon_1', account: 'ci', prompt: 'chip exports', title: 'Chips' }],
  runs: [{ id: 'run_1', monitor: 'mon_1', started_at: '-2h', results: ['one'] }],
  alerts: [{ id: 'alert_1', run: 'run_1' }],
};

/** A project whose `npm test` reads the news from the service of the environment. */
function projectFolder(): string {
  const folder = workFolder();
  mkdirSync(join(folder, 'test'));
  writeFileSync(join(folder, 'test/fixture.json'), JSON.stringify(world));
  addProgram(
    folder,
    'npm',
    'case $1 in ci|install) ;; test) newswatch news latest | jq -r ".items[0].title";; *) exit 9;; esac',
  );
  addProgram(folder, 'npx', 'exec "$@"');
  return folder;
}

interface Workflow {
  jobs: Record<string, Job>;
}

describe.runIf(hasJq)('the recipes for GitHub Actions', () => {
  const [test, digest] = codeBlocks(readDocument('docs/recipes/github-actions.md'), 'yaml').map(
    (text): Workflow => parse(text),
  );

  it('test a project against the test server', async () => {
    const job = test?.jobs['test'] ?? { steps: [] };
    const { code, log, outputs } = await runJob(projectFolder(), job);
    expect(code, log).toBe(0);
    process.kill(Number(outputs['newswatch']?.['pid']));
    expect(log.trimEnd().split('\n').at(-1)).toBe(title);
  });

  it('write the news of a day into the summary', async () => {
    const { baseUrl } = await testServer({ fixture: world });
    const context = {
      vars: { SERVICE_BASE_URL: baseUrl },
      secrets: { SERVICE_API_KEY: paidKey },
    };
    const job = digest?.jobs['digest'] ?? { steps: [] };
    const { code, log, summary } = await runJob(projectFolder(), job, context);
    expect(code, log).toBe(0);
    expect(summary.split('\n')).toContain(`- ${title}`);
  });

  it('list the inputs and outputs of the action', () => {
    const action = parse(readDocument('action.yml'));
    const page = readDocument('docs/recipes/github-actions.md');
    const names = [...page.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => name);
    expect(names).toEqual([...Object.keys(action.inputs), ...Object.keys(action.outputs)]);
  });
});

describe.runIf(hasJq)('the recipes for GitLab CI', () => {
  const [test, digest] = codeBlocks(readDocument('docs/recipes/gitlab-ci.md'), 'yaml').map((text) =>
    parse(text),
  );

  /** Runs the lines of a job in one shell, which stops at the first error, as GitLab's runner does. */
  function runLines(
    folder: string,
    { before_script = [], script }: Record<string, string[]>,
    env = {},
  ) {
    const lines = [...before_script, ...(script ?? [])].join('\n');
    return runBash(
      folder,
      `set -eo pipefail\ntrap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n${lines}`,
      env,
    );
  }

  it('test a project against the test server', async () => {
    const result = await runLines(projectFolder(), test.test);
    expect(result).toEqual({ code: 0, output: `${title}\n` });
  });

  it('fail with the log of a server that cannot start', async () => {
    const folder = projectFolder();
    writeFileSync(join(folder, 'test/fixture.json'), '{"accounts": 1}');
    const { code, output } = await runLines(folder, test.test);
    expect(code).toBe(1);
    expect(output).toContain('accounts');
  });

  it('search on a schedule', async () => {
    const folder = projectFolder();
    const { code } = await runLines(
      folder,
      digest.digest,
      envFor(await testServer({ fixture: world })),
    );
    expect(code).toBe(0);
    const [path = ''] = digest.digest.artifacts.paths;
    expect(JSON.parse(readFileSync(join(folder, path), 'utf8')).items[0].title).toBe(title);
  });
});

describe.runIf(hasJq)('the recipe that waits for a webhook', () => {
  const [script = ''] = codeBlocks(readDocument('docs/recipes/webhook-in-ci.md'), 'sh');
  const run = (text: string) => {
    const folder = workFolder();
    rmSync(join(folder, 'news.jsonl'));
    return runBash(folder, `set -eo pipefail\n${text}`);
  };

  it('has ten lines and ends with the event', async () => {
    expect(script.trim().split('\n')).toHaveLength(10);
    expect(await run(script)).toEqual({ code: 0, output: 'true\n' });
  });

  it('fails and says that no event has arrived', async () => {
    const other = script
      .replace('Otters return', 'Beavers return')
      .replace('timeout 30', 'timeout 2');
    const { code, output } = await run(other);
    expect(code).not.toBe(0);
    expect(output).toContain('newswatch: 0 of 1 event within 2 s');
  });
});

describe.runIf(hasJq)('the recipes for cron', () => {
  const page = readDocument('docs/recipes/cron.md');
  const commands = [...page.matchAll(/^(?:[\d*/]+ ){5}(.*)$/gm)].map(([, command = '']) => command);
  const [script = ''] = codeBlocks(page, 'sh');

  function cronFolder(): string {
    const folder = workFolder();
    writeFileSync(join(folder, '.news-key'), paidKey, { mode: 0o600 });
    writeFileSync(join(folder, 'bin/news-alerts'), script, { mode: 0o755 });
    return folder;
  }

  it('print the news of the last day', async () => {
    const env = envFor(await testServer({ fixture: world }));
    const { output } = await runBash(cronFolder(), commands[0] ?? '', {
      SERVICE_BASE_URL: env.SERVICE_BASE_URL,
    });
    expect(output.split('\n')).toContain(title);
  });

  it('print each alert once', async () => {
    const { SERVICE_BASE_URL } = envFor(await testServer({ fixture: world }));
    const folder = cronFolder();
    const run = () => runBash(folder, commands[1] ?? '', { SERVICE_BASE_URL });
    expect(await run()).toEqual({ code: 0, output: `Chips\n  ${title}\n` });
    expect(await run()).toEqual({ code: 0, output: '' });
  });

  it('report a service that cannot be reached, and print the alert later', async () => {
    const env = { SERVICE_BASE_URL: `http://127.0.0.1:${await freePort()}` };
    const folder = cronFolder();
    const { code, output } = await runBash(folder, commands[1] ?? '', env);
    expect(code).toBe(7);
    expect(output).toContain('"error"');
    const { SERVICE_BASE_URL } = envFor(await testServer({ fixture: world }));
    const later = await runBash(folder, commands[1] ?? '', { SERVICE_BASE_URL });
    expect(later.output).toContain(title);
  });
});

describe('the recipes for systemd', () => {
  const page = 'docs/recipes/systemd.md';
  const units = codeBlocks(readDocument(page), 'ini').flatMap((text) => {
    const [, path = '', body = ''] = /^# (\S+)\n(.*)$/s.exec(text) ?? [];
    return path.startsWith('/etc/systemd/') ? [{ name: basename(path), body }] : [];
  });

  /** The units with paths in a folder, as files in it. */
  function unitFolder(): string {
    const folder = workFolder();
    mkdirSync(join(folder, 'state'), { mode: 0o700 });
    mkdirSync(join(folder, 'units'));
    writeFileSync(join(folder, 'environment'), '');
    addProgram(
      folder,
      'handle-alert',
      `cat >> ${folder}/handled.jsonl; echo >> ${folder}/handled.jsonl`,
    );
    for (const { name, body } of units) {
      const moved = body
        .replaceAll('/usr/local/bin', join(folder, 'bin'))
        .replaceAll('/var/lib/newswatch', join(folder, 'state'))
        .replaceAll('/etc/newswatch', folder);
      writeFileSync(join(folder, 'units', name), moved);
    }
    return folder;
  }

  /** The command of a unit, and the variables that it sets. */
  function commandOf(
    folder: string,
    name: string,
  ): { command: string; env: Record<string, string> } {
    const text = readFileSync(join(folder, 'units', name), 'utf8');
    const values = (key: string) =>
      [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
    const env = Object.fromEntries(values('Environment').map((each) => each.split('=')));
    return { command: values('ExecStart')[0] ?? '', env };
  }

  it.runIf(hasTool('systemd-analyze'))(`are accepted by ${toolNote('systemd-analyze')}`, () => {
    const folder = unitFolder();
    const files = units.map(({ name }) => join(folder, 'units', name));
    expect(files.length).toBeGreaterThan(3);
    const verify = `systemd-analyze verify --man=no ${files.join(' ')} 2>&1`;
    expect(execFileSync('bash', ['-c', verify], { encoding: 'utf8' })).toBe('');
  });

  it.runIf(hasTool('systemd-analyze'))('harden the server, as the recipe says', () => {
    const file = join(unitFolder(), 'units', 'newswatch.service');
    // Fails if the exposure is more than 2 of 10.
    const security = `systemd-analyze security --offline=yes --threshold=20 --no-pager ${file}`;
    const report = execFileSync('bash', ['-c', security], { encoding: 'utf8' });
    expect(report).toContain('Overall exposure level for newswatch.service');
  });

  it('run a server whose first key and sign-in link come from admin', async () => {
    const folder = unitFolder();
    const { command } = commandOf(folder, 'newswatch.service');
    const port = await freePort();
    const env = {
      PUBLIC_URL: 'https://news.example.com',
      NEWSWATCH_SECRET_KEY: randomBytes(32).toString('base64'),
    };
    const started = command
      .replace('--data', `--port ${port} --data`)
      .replace('127.0.0.1:9464', '127.0.0.1:0');
    await startCommand(folder, started, env);
    const ready = `curl -fsS http://127.0.0.1:${port}/readyz`;
    await pollUntil(async () => (await runBash(folder, ready)).code === 0, 20_000);
    const [admin = ''] = codeBlocks(readDocument(page), 'text').filter((text) =>
      text.includes('admin sign-in'),
    );
    const script = admin
      .replaceAll('sudo -u newswatch ', '')
      .replaceAll('/var/lib/newswatch', join(folder, 'state'));
    const { code, output } = await runBash(folder, `set -eu; ${script}`);
    expect(code).toBe(0);
    const [, key = ''] = /"api_key": "(nw_[\w-]+)"/.exec(output) ?? [];
    expect(output).toContain('"url": "https://news.example.com/sign-in?token=');
    const { account } = (await (
      await fetch(`http://127.0.0.1:${port}/api/v1/account/overview`, {
        headers: { authorization: `Bearer ${key}` },
      })
    ).json()) as { account: { name: string } };
    expect(account.name).toBe('owner');
  });

  it('save the news of a day', async () => {
    const folder = unitFolder();
    const { command } = commandOf(folder, 'news-digest.service');
    expect(
      await runBash(folder, command, envFor(await testServer({ fixture: world }))),
    ).toMatchObject({
      code: 0,
    });
    const { items } = JSON.parse(readFileSync(join(folder, 'state/digest.json'), 'utf8'));
    expect(items[0].title).toBe(title);
  });

  it('receive webhooks and hand them to a program', async () => {
    const folder = unitFolder();
    const port = await freePort();
    const secret = join(folder, 'state/secret');
    writeFileSync(secret, 'whsec_0123456789abcdef', { mode: 0o600 });
    const { command } = commandOf(folder, 'news-receiver.service');
    await startCommand(folder, `${command.replace('--data', `--port ${port} --data`)}`);
    const send = `newswatch webhook send http://127.0.0.1:${port}/hook --type news.alert --secret-file ${secret}`;
    await pollUntil(async () => (await runBash(folder, send)).code === 0, 20_000);
    await pollUntil(
      async () => (await runBash(folder, 'grep -c news.alert handled.jsonl')).code === 0,
      20_000,
    );
  });

  it('follow alerts and remember the position', async () => {
    const folder = unitFolder();
    const { command, env } = commandOf(folder, 'news-alerts.service');
    const all = { ...envFor(await testServer({ fixture: world })), ...env };
    await startCommand(folder, `${command} > alerts.jsonl`, all);
    await pollUntil(
      async () => (await runBash(folder, 'grep -q alert_1 alerts.jsonl')).code === 0,
      20_000,
    );
    const saved = 'ls state/newswatch*/bookmarks/systemd.json';
    await pollUntil(async () => (await runBash(folder, saved)).code === 0, 20_000);
  });

  /** Starts a command that runs until the end of the test. */
  async function startCommand(folder: string, command: string, env = {}): Promise<void> {
    const child = spawn('bash', ['-c', `exec ${command}`], {
      cwd: folder,
      env: folderEnv(folder, env),
      stdio: 'ignore',
    });
    onTestFinished(() => {
      child.kill();
    });
  }
});
