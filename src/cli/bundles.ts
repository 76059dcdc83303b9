/** The other entry points of the package, each in its own file that is loaded when needed. */
export const bundles = {
  mcp: () => import('newswatch/mcp'),
  receiver: () => import('newswatch/receiver'),
  server: () => import('newswatch/server'),
};
