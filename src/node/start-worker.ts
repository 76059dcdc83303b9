import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { isSource, packageFile } from './package-files.ts';

/**
 * Starts a worker from its built file or, in development, from its source.
 *
 * @param source its path in `src`, such as `storage/checkpoint-worker.ts`
 */
export function startWorker(source: string, options: WorkerOptions): Worker {
  if (!isSource) return new Worker(packageFile(`dist/${basename(source, '.ts')}.js`), options);
  const url = pathToFileURL(packageFile(`src/${source}`)).href;
  const script = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${url}', '${url}'))`;
  return new Worker(script, { ...options, eval: true });
}
