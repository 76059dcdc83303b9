import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts the bundled worker or, in development, its source, which needs a loader for TypeScript.
 *
 * @param name the path of the worker relative to the caller, without extension
 * @param parent `import.meta.url` of the caller
 */
export function startWorker(name: string, parent: string, options: WorkerOptions): Worker {
  if (!parent.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, parent), options);
  const source = new URL(`./${name}.ts`, parent).href;
  const script = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${source}', '${parent}'))`;
  return new Worker(script, { ...options, eval: true });
}
