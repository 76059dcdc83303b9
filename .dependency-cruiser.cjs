/** Which rooms of src/ each room may import. */
const rooms = {
  // Types only.
  generated: ['generated', 'client'],
  contract: ['contract', 'generated'],
  webhooks: ['webhooks', 'contract', 'generated'],
  client: ['client', 'contract', 'generated', 'node'],
  mcp: ['mcp', 'contract', 'node'],
  conformance: ['conformance', 'client', 'mcp', 'contract', 'generated', 'node'],
  cli: ['cli', 'client', 'contract', 'node'],
  storage: ['storage', 'node'],
  receiver: ['receiver', 'storage', 'webhooks', 'contract', 'node'],
  testing: ['testing', 'server', 'client', 'contract', 'generated'],
  server: ['server', 'storage', 'webhooks', 'contract', 'generated', 'node'],
};

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(rooms).map(([room, allowed]) => ({
      name: `${room}-imports-only-${allowed.join('-')}`,
      severity: 'error',
      from: { path: `^src/${room}/` },
      to: {
        path: '^src/',
        pathNot: `^src/(${allowed.join('|')})/`,
        // The command line imports the server like any user of the package, on demand. Types cost
        // nothing at run time.
        ...(room === 'cli' ? { dependencyTypesNot: ['type-only'], dynamic: false } : {}),
      },
    })),
    {
      name: 'server-is-loaded-on-demand',
      comment: 'A plain command never loads the server, the receiver, the webhooks or MCP.',
      severity: 'error',
      from: { path: '^src/(cli|client|contract)/|^src/index.ts' },
      to: {
        path: '^src/(mcp|conformance|server|storage|receiver|testing|webhooks)/',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'undici-in-clients-only',
      comment: 'The client and webhook deliveries use undici; feeds use node:http.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(client|node|server/delivery)/' },
      to: { path: 'node_modules/undici' },
    },
    {
      name: 'library-needs-no-node',
      comment: 'The client of the library runs in browsers, workers, Deno and bun.',
      severity: 'error',
      from: { path: '^src/index\\.ts$' },
      to: { path: '^[a-z_:]+$|^[a-z_:]+/promises$|node_modules/undici/', reachable: true },
    },
    {
      name: 'undici-internals-in-one-file',
      comment: 'They are not public API: src/node/undici.ts explains why they are used.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/node/undici\\.ts$' },
      to: { path: 'node_modules/undici/lib/' },
    },
    {
      name: 'commands-are-imported-by-the-program-only',
      severity: 'error',
      from: { path: '^src/cli/(config|errors|help|output|run)/' },
      to: { path: '^src/cli/commands/' },
    },
    {
      name: 'contract-is-pure',
      comment: 'It imports zod and fastest-levenshtein only, and does no I/O.',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { pathNot: '^src/(contract|generated)/|node_modules/(zod|fastest-levenshtein)/' },
    },
    {
      name: 'node-imports-only-node',
      comment: 'Helpers around the modules of Node, undici and cross-spawn: no other dependency.',
      severity: 'error',
      from: { path: '^src/node/' },
      to: {
        pathNot: '^src/node/|node_modules/(undici|cross-spawn)/',
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'webhooks-are-pure',
      comment: 'They run wherever Web Crypto does: no module of Node, no I/O.',
      severity: 'error',
      from: { path: '^src/webhooks/', pathNot: '^src/webhooks/sync/' },
      to: { pathNot: '^src/(webhooks/(?!sync/)|contract/|generated/)' },
    },
    {
      name: 'synchronous-webhooks-are-internal',
      comment: 'The server and the receiver sign and verify with node:crypto.',
      severity: 'error',
      from: { path: '^src/webhooks/sync/' },
      to: { pathNot: '^src/(webhooks|contract|generated)/|^(node:)?crypto$' },
    },
    {
      name: 'ranking-is-pure',
      comment: 'Search policy depends on the interface of the store only and does no I/O.',
      severity: 'error',
      from: { path: '^src/server/search/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'egress-is-a-guard',
      comment: 'Feeds and deliveries import it, never the other way around.',
      severity: 'error',
      from: { path: '^src/server/egress/' },
      to: { path: '^src/server/', pathNot: '^src/server/egress/' },
    },
    {
      name: 'sql-in-the-store-only',
      severity: 'error',
      from: { path: '^src/server/', pathNot: '^src/server/store/' },
      to: { path: '^src/server/store/.+/' },
    },
    {
      name: 'postgres-driver-in-one-room',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/server/store/postgres/' },
      to: { path: 'node_modules/(@types/)?pg/' },
    },
    {
      name: 'service-knows-no-surface',
      comment: 'Data flows one way: surfaces call the service, and the service calls the store.',
      severity: 'error',
      from: { path: '^src/server/(domain|store|delivery|egress|search|feeds|agent|testing)/' },
      to: { path: '^src/server/surfaces/' },
    },
    {
      name: 'oauth-library-in-one-room',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/server/surfaces/oauth/' },
      to: { path: 'node_modules/(oidc-provider|koa)/' },
    },
    {
      name: 'oauth-library-on-demand',
      comment:
        'It takes as long to load as the rest of the server, and most servers never need it.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '^src/server/surfaces/oauth/provider.ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.d\\.ts$' },
      to: {},
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      // Built files do not exist in a fresh checkout.
      to: { couldNotResolve: true, pathNot: '/dist/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'require', 'node', 'default'],
    },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
  },
};
