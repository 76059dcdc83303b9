import { register } from 'node:module';

/**
 * The conformance suite imports `globSync` of `fs`, which Node 20 lacks and which only its
 * `tier-check` calls. With this before it (`node --import`), `fs` has one that finds nothing.
 */
const fs = `import fs from 'node:fs';
  export * from 'node:fs';
  export default fs;
  export const globSync = fs.globSync ?? (() => []);`;

const hooks = `const fs = ${JSON.stringify(`data:text/javascript,${encodeURIComponent(fs)}`)};
  export async function resolve(specifier, context, next) {
    const asked = specifier === 'fs' && !context.parentURL?.startsWith('data:');
    return asked ? { url: fs, shortCircuit: true } : next(specifier, context);
  }`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
