/**
 * The package's other entry points, each loaded when a command needs it. They are ES modules, and the
 * command line is a script that may come out of a code cache, where `import()` does not work: this file
 * is built into one of its own.
 */
export const bundles = {
  mcp: () => import('newswatch/mcp'),
  receiver: () => import('newswatch/receiver'),
  server: () => import('newswatch/server'),
};
