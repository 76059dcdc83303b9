import { relative, resolve } from 'node:path';
import { type OutputChunk, type Plugin, type PluginContext, rolldown } from 'rolldown';
import { responseParser, unusedModules } from './command-line-modules.ts';

const entry = 'src/cli/entry.ts';

/** What the program loads besides: what most commands that call no operation need as well. */
const documentModules = [
  'src/cli/output/print-document.ts',
  'src/cli/run/command-options.ts',
  'src/client/base-url.ts',
  'src/contract/counted.ts',
  'src/contract/rfc3339.ts',
  'src/node/json-bounds.ts',
];

/** What a call of an operation loads besides the program: its declaration, the checks and the connection. */
const callModules = [
  'src/cli/commands/operations.ts',
  'node_modules/undici/lib/api/api-request.js',
  'node_modules/undici/lib/dispatcher/client.js',
];

/**
 * Bundles the command line with its dependencies. A command that calls an operation reads two files:
 * `cli.cjs`, which is all that `--help` needs, and `cli-call-….cjs`. What only other commands need is in
 * further files (docs/decisions/start-up.md).
 *
 * @param optional dependencies that may be missing
 */
export async function bundleCommandLine(optional: readonly string[]): Promise<void> {
  const bundle = await rolldown({
    input: { cli: entry },
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    external: [
      /^newswatch\/(conformance|mcp|receiver|server)$/,
      ...optional.map((name) => new RegExp(`^${name}(/|$)`)),
    ],
    moduleTypes: { '.md': 'text' },
    transform: { target: 'node20.18' },
    plugins: [responseParser, unusedModules, metafile],
    checks: { ineffectiveDynamicImport: false },
  });
  await bundle.write({
    dir: 'dist',
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'cli-[name]-[hash].cjs',
    codeSplitting: {
      groups: [
        {
          debugName: 'plain path',
          name: (id, context) => fileOf(id, context),
          includeDependenciesRecursively: false,
        },
      ],
    },
  });
}

type Modules = Pick<PluginContext, 'getModuleInfo'>;

let files: ReadonlyMap<string, string> | undefined;

/** The file of a module that a plain command loads; `null` for any other module. */
function fileOf(id: string, modules: Modules): string | null {
  files ??= new Map([
    ...modulesBelow(
      callModules.map((path) => resolve(path)),
      modules,
    ).map((each) => [each, 'call'] as const),
    ...modulesBelow(
      [entry, ...documentModules].map((path) => resolve(path)),
      modules,
    ).map((each) => [each, 'program'] as const),
  ]);
  return files.get(id) ?? null;
}

/** The modules and what they import statically. */
function modulesBelow(ids: readonly string[], modules: Modules): string[] {
  const found = new Set(ids);
  for (const id of found) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return [...found];
}

/** Records what each module imports and which file it is in, for licenses and tests. */
const metafile: Plugin = {
  name: 'metafile',
  generateBundle(_options, bundle) {
    const nameOf = (id: string) => relative(process.cwd(), id).replaceAll('\\', '/');
    const imports = (ids: readonly string[], kind: string) =>
      ids.map((id) => ({ path: /^[a-z]+:/.test(id) ? id : nameOf(id), kind }));
    const ids = [...this.getModuleIds()];
    const inputs = ids.map((id) => {
      const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
      return [
        nameOf(id),
        {
          imports: [
            ...imports(importedIds, 'import-statement'),
            ...imports(dynamicallyImportedIds, 'dynamic-import'),
          ],
        },
      ] as const;
    });
    const chunks = Object.values(bundle).filter(
      (each): each is OutputChunk => each.type === 'chunk',
    );
    const outputs = chunks.map(
      ({ fileName, moduleIds }) =>
        [
          `dist/${fileName}`,
          { inputs: Object.fromEntries(moduleIds.map((id) => [nameOf(id), {}])) },
        ] as const,
    );
    const content = { inputs: Object.fromEntries(inputs), outputs: Object.fromEntries(outputs) };
    const source = JSON.stringify(content);
    this.emitFile({ type: 'asset', fileName: 'metafile-cjs.json', source });
  },
};
