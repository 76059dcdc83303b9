/** The package's other entry points. Each is a file of its own, loaded when a command needs it. */
export const bundles = {
  mcp: () => import('newswatch/mcp'),
  receiver: () => import('newswatch/receiver'),
  server: () => import('newswatch/server'),
};
