import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peakResidentMemory } from '../harness/process-status.js';
import { bareGet, binary, emptyScript, run } from '../harness/programs.js';
import { alternate, ratios } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const reporter = fileURLToPath(new URL('../processes/report-memory.cjs', import.meta.url));

const versions = [20, 22, 24];

/** The Node executables that `BENCH_NODES` names (separated like `PATH`), by major version. */
function nodes() {
  const paths = (process.env.BENCH_NODES ?? '').split(delimiter).filter(Boolean);
  return paths.map((path) => {
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' });
    return { path, major: Number(/^v(\d+)/.exec(version)?.[1]) };
  });
}

/** The figures of one version, by their name without the version. */
const figuresOf = (version) => {
  const on = (what, target) => ({
    what: `Node ${version}: ${what}`,
    unit: '×',
    ...(target && { target: atMost(target) }),
  });
  return {
    overview: on('`account overview`, relative to a bare GET', 1.3),
    first: on('the first run of `account overview`, relative to a bare GET'),
    memory: on('peak memory of `account overview`, relative to a bare GET', 1.15),
    help: on('`--help`, relative to an empty script', 1.5),
    version: on('`--version`, relative to an empty script', 1.3),
  };
};

const named = (version, figures) =>
  Object.fromEntries(Object.entries(figures).map(([name, each]) => [`${name}${version}`, each]));

export const startUpVersions = {
  name: 'start-up-versions',
  title: 'Start-up of the command line by Node version',
  compares:
    'The ratios above and the peak resident memory on each of Node 20, 22 and 24 that the environment variable `BENCH_NODES` names (paths of executables, separated like `PATH`).',
  leavesOut: 'Versions whose executable is not named.',
  settings: { rounds: 31 },
  figures: Object.assign({}, ...versions.map((each) => named(each, figuresOf(each)))),
  async measure({ rounds }) {
    const folder = temporaryFolder();
    const empty = emptyScript(folder);
    const file = join(folder, 'memory');
    const server = await startServerProgram();
    const env = {
      SERVICE_BASE_URL: server.baseUrl,
      SERVICE_API_KEY: apiKey,
      BENCH_MEMORY_FILE: file,
    };
    const measured = {};
    for (const { path, major } of nodes().filter((each) => versions.includes(each.major))) {
      const cached = { ...env, NODE_COMPILE_CACHE: join(folder, `compiled-${major}`) };
      const timeOf = (args, variables) => () => run(path, args, { env: variables });
      const memoryOf = (args) => () => {
        run(path, ['--require', reporter, ...args], { env: cached });
        return peakResidentMemory(file);
      };
      const overview = [binary, 'account', 'overview'];
      const contenders = {
        empty: timeOf([empty], cached),
        get: timeOf([bareGet], cached),
        overview: timeOf(overview, cached),
        help: timeOf([binary, '--help'], cached),
        version: timeOf([binary, '--version'], cached),
        first: () =>
          timeOf(overview, { ...env, NODE_COMPILE_CACHE: join(temporaryFolder(), 'compiled') })(),
        getMemory: memoryOf([bareGet]),
        memory: memoryOf(overview),
      };
      // Two unmeasured rounds: the first fills the cache of compiled code.
      await alternate(contenders, 2);
      const figures = await alternate(contenders, rounds);
      Object.assign(
        measured,
        named(major, {
          overview: ratios(figures, 'overview', 'get'),
          first: ratios(figures, 'first', 'get'),
          memory: ratios(figures, 'memory', 'getMemory'),
          help: ratios(figures, 'help', 'empty'),
          version: ratios(figures, 'version', 'empty'),
        }),
      );
    }
    await server.stop();
    return measured;
  },
};
