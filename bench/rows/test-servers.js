import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../harness/at-end.js';
import { packageVersion } from '../harness/peers.js';
import { childProcessorTime } from '../harness/process-status.js';
import { run } from '../harness/programs.js';
import { alternate, mapFigures, ratios, spread } from '../harness/rounds.js';
import { atMost } from '../harness/target.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Test files with as many tests as servers. */
const files = {
  empty: (tests) => `import { test } from 'vitest';
for (let each = 0; each < ${tests}; each += 1) test('test ' + each, () => {});
`,
  servers: (tests) => `import { startTestServer } from 'newswatch/testing';
import { expect, test } from 'vitest';
for (let each = 0; each < ${tests}; each += 1) {
  test('test ' + each, { timeout: 60_000 }, async () => {
    const server = await startTestServer();
    expect((await server.client.news.latest()).items).toEqual([]);
    await server.close();
  });
}
`,
};

/** A project with the test files, in which the package is installed: vitest would transform it elsewhere. */
function createProject(servers) {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-bench-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.test.js`), text(servers));
  }
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'newswatch'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === 'newswatch') continue;
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const name of ['dist', 'package.json']) {
    cpSync(join(root, name), join(modules, 'newswatch', name), { recursive: true });
  }
  return folder;
}

export const testServers = {
  name: 'test-servers',
  title: 'Tests with a server each',
  compares:
    'A whole `vitest run` of one file with 100 tests, each of which starts a test server, calls it once and closes it, compared with a file of 100 empty tests.',
  leavesOut:
    'What the tests of a program do otherwise. Fixtures and samples, which have to be stored.',
  peers: {
    vitest: {
      version: () => packageVersion('vitest'),
      settings: '`vitest run` of one file, without a configuration.',
    },
  },
  settings: { rounds: 15, servers: 100 },
  check: { rounds: 5 },
  figures: {
    time: { what: 'a file with 100 servers', unit: 'ms', target: atMost(3000) },
    processor: {
      what: 'processor time of a file with 100 servers',
      unit: 'ms',
      target: atMost(3000),
    },
    // Other load hardly changes processor time. The file with empty tests takes 0.54 s, and 5.5 times that is 3 s.
    ratio: {
      what: 'processor time, relative to a file with 100 empty tests',
      unit: '×',
      target: atMost(5.5),
      bound: atMost(5.5),
    },
    empty: { what: 'a file with 100 empty tests', unit: 'ms' },
  },
  async measure({ rounds, servers }) {
    const folder = createProject(servers);
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    const runFile = (name) => () => {
      const before = childProcessorTime();
      const args = [vitest, 'run', '--root', folder, `${name}.test.js`];
      // If it is interrupted, vitest leaves a folder there.
      const time = run(process.execPath, args, { env: { TMPDIR: folder } });
      return { time, processor: childProcessorTime() - before };
    };
    const contenders = { empty: runFile('empty'), servers: runFile('servers') };
    await alternate(contenders, 1);
    const figures = await alternate(contenders, rounds);
    const times = mapFigures(figures, ({ time }) => time);
    const processor = mapFigures(figures, (each) => each.processor);
    return {
      time: spread(times.servers),
      processor: spread(processor.servers),
      ratio: ratios(processor, 'servers', 'empty'),
      empty: spread(times.empty),
    };
  },
};
