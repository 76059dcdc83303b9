import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { optionalDependencies } from '../../../../package.json';
import { errorCode } from '../../../node/error-code.ts';
import { requireInstalled } from '../../../node/package-files.ts';
import { startWorker } from '../../../node/start-worker.ts';
import { Failure, invalidInput } from '../../errors/failure.ts';
import type { JqReply, JqWorkerData } from './jq-worker.ts';

export interface JqLimits {
  /** Milliseconds to compile or to run the program (default: 10,000). */
  time?: number;
  /** Bytes that jq may use (default: 512 MiB). */
  memory?: number;
}

/**
 * A program of `--jq`. It runs in a worker thread, so that it can be ended, and sees neither files nor
 * the environment of this process.
 */
export class JqProgram {
  readonly #worker: Worker;
  readonly #time: number;

  private constructor(worker: Worker, time: number) {
    this.#worker = worker;
    this.#time = time;
  }

  /** @throws {Failure} `not_installed`, or `invalid_value` if the program is not valid */
  static async compile(program: string, limits: JqLimits = {}): Promise<JqProgram> {
    assertInstalled();
    const { time = 10_000, memory = 512 * 1024 * 1024 } = limits;
    const workerData: JqWorkerData = { program, maxMemory: memory };
    const worker = startWorker('cli/output/view/jq-worker.ts', {
      workerData,
      env: {},
      argv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 2 * (memory / 2 ** 20) },
    });
    const compiled = new JqProgram(worker, time);
    await once(worker, 'message');
    const reply = await compiled.#reply();
    if ('lines' in reply) return compiled;
    await worker.terminate();
    throw invalidInput(`--jq is not a valid jq program: ${reasonOf(reply.error)}`);
  }

  /**
   * The results for a JSON text, each as one line of JSON.
   *
   * @throws {Failure} `jq_failed`; then there are no results
   */
  async run(json: string): Promise<string[]> {
    this.#worker.postMessage(json);
    const reply = await this.#reply();
    if ('error' in reply) throw jqFailure(reasonOf(reply.error));
    return reply.lines === '' ? [] : reply.lines.split('\n');
  }

  async #reply(): Promise<JqReply> {
    const signal = AbortSignal.timeout(this.#time);
    // Only while it works: otherwise, it must not keep the process running.
    this.#worker.ref();
    try {
      const [reply] = (await once(this.#worker, 'message', { signal })) as [JqReply];
      this.#worker.unref();
      return reply;
    } catch (error) {
      await this.#worker.terminate();
      if (signal.aborted) throw jqFailure(`the program did not end within ${this.#time / 1000} s`);
      if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') throw jqFailure(outOfMemory);
      throw error;
    }
  }
}

const outOfMemory = 'the program needs too much memory';

function jqFailure(reason: string): Failure {
  return new Failure('jq_failed', `--jq: ${reason}`);
}

/** The first line of jq's message, without its name and the place, which is always the same. */
function reasonOf(stderr: string): string {
  if (stderr.includes('cannot allocate memory')) return outOfMemory;
  const [line = ''] = stderr.split('\n');
  const reason = line
    .replace(/^jq: (parse )?error( \([^)]*\))?: /, '')
    .replace(/( \(Unix shell quoting issues\?\))?( at <top-level>, line (\d+):)?$/, '');
  return reason.slice(0, 300);
}

function assertInstalled(): void {
  try {
    requireInstalled.resolve('jq-web');
  } catch (cause) {
    const version = optionalDependencies['jq-web'].replace(/^\D/, '');
    throw new Failure(
      'not_installed',
      `--jq needs jq-web, which is not installed; run: npm install jq-web@${version}`,
      { hint: 'Run this command, or pipe the output to jq', cause },
    );
  }
}
