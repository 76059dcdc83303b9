import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'tsup';

const commandLineDependencies = [
  /^commander/,
  /^undici/,
  /^zod/,
  /^env-paths/,
  /^fastest-levenshtein/,
  /^proxy-from-env/,
];

export default defineConfig([
  {
    // One CommonJS file: every further file on the path of a plain command costs more at start-up
    // than the code that it saves.
    name: 'command line',
    entry: { cli: 'src/cli/entry.ts' },
    format: 'cjs',
    target: 'node20.18',
    minify: true,
    loader: { '.md': 'text' },
    noExternal: commandLineDependencies,
    external: ['newswatch/receiver', 'newswatch/server', 'newswatch/webhooks'],
    metafile: true,
    clean: true,
    onSuccess: async () => writeLicences('dist/metafile-cjs.json'),
  },
  {
    name: 'library',
    entry: {
      index: 'src/index.ts',
      receiver: 'src/receiver/index.ts',
      server: 'src/server/index.ts',
      webhooks: 'src/webhooks/index.ts',
    },
    format: 'esm',
    target: 'node20.18',
    noExternal: [/^undici/],
    // undici is CommonJS, and an ES module has no `require` of its own for Node's modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    dts: true,
    metafile: true,
    clean: false,
  },
]);

/** The licences of what is bundled travel with it. */
function writeLicences(metafile: string): void {
  const { inputs } = JSON.parse(readFileSync(metafile, 'utf8')) as { inputs: object };
  const packages = Object.keys(inputs).map(
    (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1],
  );
  const texts = [...new Set(packages)].sort().flatMap((name) => {
    if (name === undefined) return [];
    const folder = join('node_modules', name);
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (!file || !existsSync(join(folder, file))) throw new Error(`${name} has no licence file`);
    return [`${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`];
  });
  writeFileSync('dist/THIRD-PARTY-LICENCES.txt', texts.join(`\n${'-'.repeat(80)}\n\n`));
}
