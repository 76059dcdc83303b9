import { parentPort, workerData } from 'node:worker_threads';
import jq from 'jq-web';

/** The program, which the worker compiles, and later its input. */
export interface JqWorkerData {
  program: string;
  /** Bytes that jq may use. */
  maxMemory: number;
}

/** Replies to the start and to each input: the results, as lines of JSON, or jq's error message. */
export type JqReply = { lines: string } | { error: string };

if (!parentPort) throw new Error('runs only as a worker thread');
const port = parentPort;
const { program, maxMemory } = workerData as JqWorkerData;

/** The part of `WebAssembly.Memory` that is used; the types of Node do not have it. */
interface Memory {
  readonly buffer: ArrayBuffer;
  /** Returns the old number of pages. */
  grow(pages: number): number;
}

const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { Memory: { prototype: Memory } };
};

// The library would let jq use 2 GiB. If the memory cannot grow, jq fails.
const { prototype } = WebAssembly.Memory;
const { grow } = prototype;
prototype.grow = function (this: Memory, pages: number): number {
  if (this.buffer.byteLength + pages * 65_536 > maxMemory) throw new RangeError('out of memory');
  return grow.call(this, pages);
};
// The library prints the messages of `debug` and `stderr`, which are not errors.
console.warn = () => {};

const { raw } = await jq;
// The time limit of a program begins here: loading jq is slow on a busy machine.
port.postMessage('loaded');

function run(input: string): JqReply {
  try {
    return { lines: (raw(input, program, ['--compact-output', '--']) ?? '').trimEnd() };
  } catch (error) {
    const { stderr, exitCode } = error as { stderr?: string; exitCode?: number };
    // jq crashes if its stack overflows.
    return { error: stderr ?? (exitCode === undefined ? 'cannot allocate memory' : 'halt_error') };
  }
}

// Without input, jq compiles the program and does not run it.
port.postMessage(run(''));
port.on('message', (input: string) => port.postMessage(run(input)));
