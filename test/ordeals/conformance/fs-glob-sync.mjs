import { register } from 'node:module';

/**
 * The conformance suite imports `globSync` from `fs`, which Node 20 does not have; only its
 * `tier-check` calls it. Loaded with `node --import`, this adds one that finds nothing.
 */
const fs = `import fs from 'node:fs';
  export * from 'node:fs';
  export default fs;
  export const globSync = fs.globSync ?? (() => []);`;

const hooks = `const fs = ${JSON.stringify(`data:text/javascript,${encodeURIComponent(fs)}`)};
  export async function resolve(specifier, context, next) {
    const isFs = specifier === 'fs' && !context.parentURL?.startsWith('data:');
    return isFs ? { url: fs, shortCircuit: true } : next(specifier, context);
  }`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
