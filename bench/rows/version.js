import { programVersion } from '../harness/peers.js';
import { binary, emptyScript, run } from '../harness/programs.js';
import { alternate, ratios, spread } from '../harness/rounds.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

/** Programs by the names of their figures. */
const programs = { gh: 'gh', curl: 'curl', httpie: 'http' };

const names = { gh: 'gh', curl: 'curl', httpie: 'HTTPie' };

const settings = {
  gh: '`--version`, compiled from Go; no check for updates.',
  curl: '`--version`, compiled from C.',
  httpie: '`--version`, in Python.',
};

const entries = Object.entries(names);

export const version = {
  name: 'version',
  title: 'Printing the version, of several programs',
  compares:
    'Whole processes, from start to exit: `newswatch --version`, and the same of other command lines for HTTP services.',
  leavesOut: 'Other commands, which [start-up](start-up.md) measures. A cold disk.',
  peers: Object.fromEntries(
    entries.map(([key, name]) => [
      name,
      { version: () => programVersion(programs[key]), settings: settings[key] },
    ]),
  ),
  settings: { rounds: 31 },
  figures: {
    ...Object.fromEntries(
      entries.map(([key, name]) => [
        `${key}Ratio`,
        { what: `\`newswatch --version\`, relative to ${name}`, unit: '×' },
      ]),
    ),
    emptyTime: { what: 'an empty Node script', unit: 'ms' },
    newswatchTime: { what: 'newswatch', unit: 'ms' },
    ...Object.fromEntries(entries.map(([key, name]) => [`${key}Time`, { what: name, unit: 'ms' }])),
  },
  async measure({ rounds }) {
    const folder = temporaryFolder();
    const script = emptyScript(folder);
    const env = { NODE_COMPILE_CACHE: folder, GH_NO_UPDATE_NOTIFIER: '1' };
    const contenders = {
      empty: () => run(process.execPath, [script]),
      newswatch: () => run(process.execPath, [binary, '--version'], { env }),
    };
    const installed = entries.map(([key]) => key).filter((key) => programVersion(programs[key]));
    for (const key of installed) {
      contenders[key] = () => run(programs[key], ['--version'], { env });
    }
    // One unmeasured round: files get into the system cache.
    await alternate(contenders, 1);
    const figures = await alternate(contenders, rounds);
    const relative = installed.map((key) => [`${key}Ratio`, ratios(figures, 'newswatch', key)]);
    const times = Object.entries(figures).map(([name, each]) => [`${name}Time`, spread(each)]);
    return Object.fromEntries([...relative, ...times]);
  },
};
