import { PassThrough } from 'node:stream';
import { Output } from '../../src/cli/output/output.ts';
import { createProgram } from '../../src/cli/program.ts';
import type { Shell } from '../../src/cli/shell.ts';

/** The program's tree of commands, to be looked at and not to be run. */
export function programTree() {
  const shell: Shell = {
    env: {},
    stdin: new PassThrough(),
    output: new Output(new PassThrough(), new PassThrough()),
    exit: () => {},
    interruption: () => new AbortController().signal,
    setProcessTitle: () => {},
    onUserSignal: () => {},
  };
  return createProgram(shell, () => {});
}
