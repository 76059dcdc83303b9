import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signedHeaders } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { codeBlocks, readDocument } from '../helpers/documents.ts';
import { addProgram, folderEnv, workFolder } from '../helpers/examples.ts';
import { freePort } from '../helpers/free-port.ts';
import { serve } from '../helpers/serve.ts';
import { envFor, paidKey, unpaidKey } from '../helpers/server.ts';
import { writeTaskWorld } from '../helpers/task-world.ts';
import { hasTool } from '../helpers/tools.ts';
import { webhookReceiver } from '../helpers/webhook-receiver.ts';

const page = readDocument('docs/recipes/curl.md');

const [functions = ''] = codeBlocks(page, 'bash');

/** The tasks of the page: the commands with newswatch, and those with curl. */
const commands = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [title = ''] = section.split('\n');
      return [title, codeBlocks(section, 'sh').map((code) => code.trimEnd())] as const;
    }),
);

const secret = 'whsec_0123456789abcdef';

/** What these tests read of the resources of the service. */
interface Resource {
  id: string;
  title: string;
  prompt: string;
  status: string;
  every_minutes: number;
  monitor_id: string;
  understood: string;
}

type Lists = Record<
  'items' | 'monitors' | 'channels' | 'results' | 'alerts' | 'runs',
  readonly Resource[]
>;

type Response = Resource & Lists;

/** What the commands of one side have done. */
interface Outcome {
  stdout: string;
  stderr: string;
  /** The text of a file of its folder. */
  file(name: string): string;
  /** Asks its server. */
  get(path: string): Promise<Response>;
}

interface Task {
  /** What both sides do, in comparable form. */
  result(outcome: Outcome): unknown;
  /** What that must equal. */
  expected: unknown;
  /** The exit codes with newswatch and with curl (default: 0). */
  codes?: readonly [number, number];
  /** Whether each side needs a server of its own. */
  writes?: boolean;
  serve?: readonly string[];
  key?: string;
  /** Writes files that the commands read. Returns texts of the commands that are replaced. */
  prepare?(folder: string): unknown;
  /** A command that follows those of the page. */
  after?: string;
}

/** Runs commands as a CI job does: they end at the first error. */
async function runSide(
  script: string,
  { baseUrl, folder, key }: { baseUrl: string; folder: string; key: string | undefined },
): Promise<Outcome & { code: number }> {
  const env = folderEnv(folder, {
    ...envFor({ baseUrl }, key),
    SERVICE_WEBHOOK_SECRET: secret,
    BROWSER: join(folder, 'bin/xdg-open'),
    TZ: 'UTC',
  });
  const args = ['-c', `set -eo pipefail\n${functions}\n${script}`];
  return new Promise((resolve) => {
    execFile('bash', args, { cwd: folder, env, timeout: 50_000 }, (error, stdout, stderr) =>
      resolve({
        code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1,
        stdout,
        stderr,
        file: (name) => readFileSync(join(folder, name), 'utf8'),
        get: async (path) => {
          const headers = { authorization: `Bearer ${paidKey}` };
          const response = await fetch(`${baseUrl}/api/v1/${path}`, { headers });
          return parse(await response.text());
        },
      }),
    );
  });
}

async function startServer(size: 'pages' | 'few', flags: readonly string[] = []): Promise<string> {
  const world = writeTaskWorld(workFolder(), size);
  const store = ['--data', ':memory:', '--fixture', world];
  return (await serve(...store, '--allow-private-webhooks', ...flags)).ready.base_url;
}

let shared: Promise<string> | undefined;

async function outcomeOf(script: string, task: Task) {
  shared ??= startServer('pages');
  const baseUrl = await (task.writes ? startServer('few', task.serve) : shared);
  const folder = workFolder();
  addProgram(folder, 'xdg-open', 'printf %s "$1" > opened');
  const replaced = Object.entries({
    9911: String(await freePort()),
    ...((await task.prepare?.(folder)) as Record<string, string> | undefined),
  }).reduce((text, [from, to]) => text.replaceAll(from, to), `${script}\n${task.after ?? ''}`);
  return runSide(replaced, { baseUrl, folder, key: task.key });
}

/** Runs both sides of a task; `change` changes their commands. */
async function expectSameResult(
  title: string,
  task: Task,
  change = (script: string) => script,
): Promise<void> {
  const outcomes = [];
  for (const script of commands.get(title) ?? []) {
    outcomes.push(await outcomeOf(change(script), task));
  }
  const output = outcomes.map(({ stdout, stderr }) => `${stdout}\n${stderr}`).join('\n---\n');
  expect(
    outcomes.map(({ code }) => code),
    output,
  ).toEqual(task.codes ?? [0, 0]);
  const results = await Promise.all(outcomes.map((outcome) => task.result(outcome)));
  expect(results[0]).toEqual(task.expected);
  expect(results[1]).toEqual(results[0]);
}

const lines = (text: string) => text.trimEnd().split('\n');

const printed = ({ stdout }: Outcome) => lines(stdout);

const parse = (text: string): Response => JSON.parse(text);

/** The JSON documents of a text, each of which begins on a new line or behind another. */
const parseAll = (text: string): Response[] =>
  text
    .trimEnd()
    .split(/\n(?=\{)|(?<=\})(?=\{)/)
    .map(parse);

/** The values of CSV without empty values and quotes in values. */
const csv = (text: string) =>
  lines(text).map((line) =>
    [...line.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain),
  );

const each = <Name extends keyof Resource>(name: Name, list: readonly Resource[]) =>
  list.map((resource) => resource[name]);

/** A field of all monitors. */
const ofMonitors =
  (name: keyof Resource) =>
  async ({ get }: Outcome) =>
    each(name, (await get('monitors')).monitors);

const ofLength = (length: number) => expect.objectContaining({ length });

/** Saves a request with an event; the body may differ from that which is signed. */
async function saveRequest(folder: string, type = 'webhook.test'): Promise<void> {
  const signed = '{"id":"evt_1","type":"webhook.test"}';
  const headers = await signedHeaders({ body: signed, eventId: 'evt_1', secrets: secret });
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = signed.replace('webhook.test', type);
  writeFileSync(join(folder, 'request.http'), `POST /hook HTTP/1.1\r\n${head.join('')}\r\n${body}`);
}

const nothingFound: Task = {
  codes: [9, 1],
  result: ({ file }) => parse(file('found.json')).items,
  expected: [],
};

const savedNews: Task = {
  result: ({ file }) => each('id', parse(file('latest.json')).items),
  expected: ofLength(20),
};

const savedRequest: Task = {
  prepare: (folder) => saveRequest(folder),
  result: ({ stderr }) => stderr,
  expected: '',
};

const webhookOnce = async (event: string, get: Outcome['get']) => {
  const { monitor_id, results } = parse(event);
  return { monitor_id, titles: each('title', results), channels: (await get('delivery')).channels };
};

const tasks: Record<string, Task> = {
  'Check the key': {
    result: ({ stdout }) => {
      const response = JSON.parse(stdout);
      return (response.overview ?? response).account.id;
    },
    expected: 'paid',
  },
  'Look at the newest headlines': {
    result: (outcome) => {
      const rows = printed(outcome).map((line) => line.split(/ {2,}/));
      return rows.filter(([first]) => first !== 'publication_date');
    },
    expected: ofLength(20),
  },
  'Print titles only': { result: printed, expected: ofLength(20) },
  'Save 150 results for a spreadsheet': {
    result: ({ file }) => csv(file('ports.csv')),
    expected: ofLength(151),
  },
  'Read the news of two days': {
    result: printed,
    expected: expect.arrayContaining([
      'Rain over the valley, hour 0',
      'Rain over the valley, hour 209',
    ]),
  },
  'Create a monitor and keep its id': {
    writes: true,
    after: 'api "monitors/$id" | jq -r .prompt',
    result: printed,
    expected: ['port strikes in Europe'],
  },
  'Change the interval of a monitor': {
    writes: true,
    result: ofMonitors('every_minutes'),
    expected: [30, 60, 60, 60],
  },
  'Delete the monitors with a word in the title': {
    writes: true,
    result: ofMonitors('id'),
    expected: ['mon_1', 'mon_2'],
  },
  'Watch a webhook arrive': {
    writes: true,
    result: ({ stdout, get }) => webhookOnce(stdout, get),
    expected: { monitor_id: 'mon_1', titles: ofLength(10), channels: [] },
  },
  'Open a story': {
    result: ({ file }) => file('opened'),
    expected: 'https://news.example.com/1',
  },
  'Fail with the cause if the plan has lapsed': {
    key: unpaidKey,
    codes: [3, 3],
    result: ({ stderr }) => /plan_required/.exec(stderr)?.[0],
    expected: 'plan_required',
  },
  'Fail if nothing is found': {
    result: ({ file }) => each('id', parse(file('found.json')).items),
    expected: expect.arrayContaining(['sample-000']),
  },
  'Replace a file only on success': savedNews,
  'Read the alerts of a month, one per line': {
    result: ({ file }) => lines(file('alerts.jsonl')).map((line) => JSON.parse(line)),
    expected: ofLength(240),
  },
  'Wait for a signed webhook, at most a minute': {
    writes: true,
    result: ({ file, get }) => webhookOnce(file('event.json'), get),
    expected: { monitor_id: 'mon_1', titles: ofLength(10), channels: [] },
  },
  'Keep monitors in a file of the repository': {
    writes: true,
    prepare: (folder) => {
      const monitors = [
        { title: 'Ports', prompt: 'port strikes in Europe', every_minutes: 30 },
        { title: 'Chips', prompt: 'chip exports', every_minutes: 120 },
      ];
      writeFileSync(join(folder, 'monitors.json'), JSON.stringify(monitors));
    },
    result: async ({ get }) => {
      const { monitors } = await get('monitors');
      return monitors.map(({ title, every_minutes }) => `${title} ${every_minutes}`).sort();
    },
    expected: ['Chips 120', 'Cocoa 60', 'Ports 30', 'Zinc (draft) 60', 'draft: Tin 60'],
  },
  'Run a search for each line of a file': {
    prepare: (folder) =>
      writeFileSync(join(folder, 'queries.txt'), 'ports\nNorvik\n"chip exports"\n'),
    result: ({ file }) =>
      lines(file('results.jsonl')).map((line) => {
        const response = JSON.parse(line);
        return (response.result ?? response).items;
      }),
    expected: [ofLength(20), ofLength(20), ofLength(20)],
  },
  'Survive a short outage': {
    ...savedNews,
    writes: true,
    serve: ['--fault', 'news.latest=500:1'],
  },
  'Check the signature of a saved webhook': savedRequest,
  'Pause everything before a release': {
    writes: true,
    result: ofMonitors('status'),
    expected: ['paused', 'paused', 'paused', 'paused'],
  },
  'Give five headlines of today, with links': {
    result: printed,
    expected: expect.arrayContaining([expect.stringMatching(/, part 0 https:.*\/0$/)]),
  },
  'Find out how to create a monitor, and create it': {
    writes: true,
    result: async ({ stdout, get }) => {
      const created = parseAll(stdout).at(-1);
      const { prompt, every_minutes } = (await get('monitors')).monitors.at(-1) ?? {};
      const isDescribed = ['prompt', 'quiet'].every((word) => stdout.includes(word));
      return [isDescribed, created?.understood, prompt, every_minutes];
    },
    expected: [true, expect.stringContaining('"Europe"'), 'port strikes in Europe', 30],
  },
  'List the monitors and their next runs': {
    result: ({ stdout }) => csv(stdout),
    expected: ofLength(5),
  },
  'Find out why a monitor was silent': {
    result: ({ stdout }) => {
      const [monitor, ...rest] = parseAll(stdout);
      return [monitor, ...rest.flatMap((response) => response.runs ?? [response])];
    },
    expected: [
      expect.objectContaining({ status: 'active', exclude_words: ['podcast'] }),
      expect.objectContaining({ status: 'failed', error: 'the feed could not be read' }),
      expect.objectContaining({ status: 'completed', filtered: { exclude_words: 2 } }),
    ],
  },
  'Pause the monitors about a subject': {
    writes: true,
    result: ofMonitors('status'),
    expected: ['active', 'active', 'paused', 'paused'],
  },
  'Connect a webhook to one monitor, test it and explain its deliveries': {
    writes: true,
    prepare: async () => {
      const { url } = await webhookReceiver(401);
      return { 'https://hooks.example.com/news': url };
    },
    result: async ({ stdout, file, get }) => [
      ...lines(stdout),
      file('secret.txt').replace(/_\S+$/, ''),
      each('monitor_id', (await get('delivery')).channels),
    ],
    expected: ['failed', expect.stringMatching(/^webhook\.test failed: .*401/), 'whsec', ['mon_1']],
  },
  'Read the alerts of a week in at most 4 kB': {
    result: ({ stdout }) => {
      expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(4000);
      // One side may have an item more, because the other members of its document are shorter.
      return parse(stdout)
        .alerts.slice(0, 35)
        .map((alert) => Object.values(alert));
    },
    expected: ofLength(35),
  },
  'Read the plan and the quota': {
    result: ({ stdout }) => parseAll(stdout).map((response) => Object.values(response)),
    expected: [
      ['active', 4],
      [null, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
    ],
  },
  'Compare how often three companies are in the headlines': {
    result: printed,
    expected: ['     86 Halden', '     86 Norvik', '     86 Tessaly'],
  },
  'Call an MCP tool': { result: printed, expected: ofLength(3) },
};

const tools = ['curl', 'jq', 'column', 'openssl'];

// The page uses GNU date and timeout.
describe.runIf(process.platform === 'linux' && tools.every(hasTool))('docs/recipes/curl.md', () => {
  it('has the tasks of this test, ten for each reader', () => {
    expect([...commands.keys()]).toEqual(Object.keys(tasks));
    const counts = page.split(/^## /m).map((group) => group.split(/^### /m).length - 1);
    expect(counts.filter((count) => count > 0)).toEqual([10, 10, 10]);
  });

  it('has a table with the lines and characters of the commands', () => {
    const rows = [...page.matchAll(/^\| \[(.+)\]\(.+\) \| (.+) \|$/gm)];
    const table = rows.map(([, title, cells = '']) => {
      const [lines, characters, , others, otherCharacters] = cells.replaceAll(',', '').split(' | ');
      return [title, lines, characters, others, otherCharacters];
    });
    const counted = [...commands].map(([title, sides]) => [
      title,
      ...sides.flatMap((script) => [lines(script).length, script.length].map(String)),
    ]);
    expect(table).toEqual(counted);
  });

  it.concurrent.each(Object.entries(tasks))('%s', (title, task) => expectSameResult(title, task));

  it.concurrent('fails if nothing is found', () =>
    expectSameResult('Fail if nothing is found', nothingFound, (script) =>
      script.replace('ports', 'zeppelin quorum'),
    ));

  it.concurrent('does not replace the file if the plan has lapsed', () =>
    expectSameResult('Replace a file only on success', {
      key: unpaidKey,
      codes: [3, 22],
      prepare: (folder) => writeFileSync(join(folder, 'latest.json'), 'the old file'),
      result: ({ file }) => file('latest.json'),
      expected: 'the old file',
    }));

  it.concurrent('rejects a webhook that was changed', () =>
    expectSameResult('Check the signature of a saved webhook', {
      ...savedRequest,
      codes: [1, 1],
      prepare: (folder) => saveRequest(folder, 'news.alert'),
      result: () => '',
    }));
});
