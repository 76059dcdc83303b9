import { defineConfig } from 'tsup';

const clientDependencies = [/^commander/, /^undici/, /^zod/, /^env-paths/, /^fastest-levenshtein/];

export default defineConfig([
  {
    // One CommonJS file: every further file on the path of a plain command costs more at start-up
    // than the code that it saves.
    name: 'command line',
    entry: { cli: 'src/cli/entry.ts' },
    format: 'cjs',
    target: 'node20.18',
    minify: true,
    noExternal: clientDependencies,
    external: ['newswatch/receiver', 'newswatch/server', 'newswatch/webhooks'],
    metafile: true,
    clean: true,
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
    noExternal: clientDependencies,
    // undici is CommonJS, and an ES module has no `require` of its own for Node's modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    dts: true,
    metafile: true,
    clean: false,
  },
]);
