/** The other entry points of the package, each imported only when needed. */
export const bundles = {
  conformance: () => import('newswatch/conformance'),
  mcp: () => import('newswatch/mcp'),
  receiver: () => import('newswatch/receiver'),
  server: () => import('newswatch/server'),
};
