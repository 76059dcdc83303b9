import { createClient } from 'newswatch';
import { startProcess } from '../harness/processes.js';
import { alternate, spread } from '../harness/rounds.js';
import { apiKey } from '../harness/server-program.js';
import { namesOf, newsRecord } from '../harness/synthetic-news.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

/** The parts, cut to a prompt of `length` characters. */
const cut = (parts, separator, length) => parts.join(separator).slice(0, length);

/** Different prompts in each round, so that no cached reading is used. */
const prompts = {
  text: (round, length) =>
    cut(
      // After "not", a sentence may exclude what another one asks for, which is an error.
      Array.from({ length: 60 }, (_, n) =>
        `News about ${newsRecord(round * 60 + n).description}.`.replaceAll(' not ', ' '),
      ),
      ' ',
      length,
    ),
  list: (round, length) => {
    const names = namesOf(20_000).slice(round * 900, (round + 2) * 900);
    return cut(
      names.map((name) => name[0].toUpperCase() + name.slice(1)),
      ' or ',
      length,
    );
  },
  conditions: (round, length) =>
    cut(
      namesOf(20_000)
        .slice(round * 900, (round + 2) * 900)
        .map((name, n) => `oil ${name} above $${n} million but not ${name} tax`),
      ', ',
      length,
    ),
};

export const longPrompt = {
  name: 'long-prompt',
  title: 'A prompt of 10,000 characters',
  compares:
    'The longest time that the event loop of the server is blocked while a monitor with a prompt of 10,000 characters is created over HTTP: sentences of news, a list of names, or conditions with amounts and exclusions. The server has the sample, and handles nothing else. The longest of the three is compared with `JSON.parse` of 10,000 generated items (6 MB) in the same process.',
  leavesOut: 'The duration of the call: other requests do not wait for it.',
  settings: { rounds: 15, length: 10_000 },
  check: { rounds: 3, length: 10_000 },
  figures: {
    text: { what: 'event loop blocked by a prompt of sentences', unit: 'ms', target: atMost(20) },
    list: {
      what: 'event loop blocked by a prompt with a list of names',
      unit: 'ms',
      target: atMost(20),
    },
    conditions: {
      what: 'event loop blocked by a prompt of conditions',
      unit: 'ms',
      target: atMost(20),
    },
    // A busy machine delays both.
    ratio: {
      what: 'the longest, relative to reading 10,000 items as JSON',
      unit: '×',
      bound: atMost(16),
    },
    read: { what: 'reading 10,000 items as JSON', unit: 'ms' },
    idle: { what: 'event loop blocked without a request', unit: 'ms' },
  },
  async measure({ rounds, length }) {
    const server = await startProcess('delayed-server.js', { execArgv: ['--expose-gc'] });
    const baseUrl = await server.ask('start', { data: temporaryFolder(), key: apiKey });
    const client = createClient({ baseUrl, apiKey });
    const blockedBy = async (work) => {
      await server.ask('begin');
      await work();
      return server.ask('end');
    };
    const create = async (prompt) => {
      const { monitor } = await client.monitors.create({ prompt, on_demand: true });
      return monitor;
    };
    const contenders = {
      idle: () => blockedBy(() => new Promise((resolve) => setTimeout(resolve, 100))),
      read: () => blockedBy(() => server.ask('read')),
    };
    for (const [name, promptOf] of Object.entries(prompts)) {
      contenders[name] = (round) => blockedBy(() => create(promptOf(round, length)));
    }
    // An unmeasured round, which compiles code and loads what the first request loads.
    await contenders.text(rounds);
    const figures = await alternate(contenders, rounds);
    await client.close();
    await server.end();
    const spreads = Object.entries(figures).map(([name, each]) => [name, spread(each)]);
    const longest = (round) =>
      Math.max(...Object.keys(prompts).map((name) => figures[name][round]));
    const ratio = spread(figures.read.map((read, round) => longest(round) / read));
    return { ...Object.fromEntries(spreads), ratio };
  },
};
