/**
 * undici's parser is WebAssembly, and on Node 20 a process cannot end before V8 has optimised it: the
 * baseline compiler alone halves the time of a short command. To be called before the first request.
 */
export async function preferBaselineCompiler(): Promise<void> {
  if (!process.versions.node.startsWith('20.')) return;
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--liftoff-only');
}
