import { PassThrough } from 'node:stream';
import { completed } from '../../src/cli/help/lazy-commands.ts';
import { Output } from '../../src/cli/output/output.ts';
import { createProgram } from '../../src/cli/program.ts';
import type { Shell } from '../../src/cli/shell.ts';
import { Deadline } from '../../src/client/deadline.ts';

/** The Commander program, for tests that inspect it. */
export async function programTree() {
  const shell: Shell = {
    env: {},
    stdin: new PassThrough(),
    output: new Output({ stdout: new PassThrough(), stderr: new PassThrough() }),
    exit: () => {},
    interruption: () => new AbortController().signal,
    finishing: (work) => work,
    lendTerminal: async () => false,
    deadline: async () => new Deadline(1000).unref(),
    restartDeadline: () => {},
    setProcessTitle: () => {},
    onUserSignal: () => {},
  };
  return completed(createProgram(shell, () => {}));
}
