import { type Answer, mismatchOf } from '../client/caller.ts';
import type { Operation } from '../contract/operation.ts';
import { exitCodeForStatus } from './exit-code.ts';
import { shapeFailure } from './failure.ts';
import type { Settings } from './settings.ts';
import type { Shell } from './shell.ts';

interface Call {
  /** `undefined` for a function that this version does not know. */
  operation: Operation | undefined;
  input: Readonly<Record<string, unknown>>;
  answer: Pick<Answer, 'status' | 'text' | 'body'>;
}

/** Prints an answer of the service as it came, and sets how the program ends. */
export function printAnswer(
  { operation, input, answer }: Call,
  { strict }: Pick<Settings, 'strict'>,
  shell: Shell,
): void {
  const { status, text, body } = answer;
  const mismatch = operation && status < 400 ? mismatchOf(operation, body) : undefined;
  if (mismatch && strict) throw shapeFailure(mismatch);
  shell.output.document(text);
  if (mismatch) shell.output.note(`newswatch: warning: ${mismatch}`);
  shell.exit(exitCodeForStatus(status));
  if (status >= 400 && shell.output.terminal) {
    const { message, url } = body as { message?: unknown; url?: unknown };
    shell.output.note(`newswatch: ${message ?? status}${url ? ` (${url})` : ''}`);
  }
  if (operation?.name === 'delivery.connect' && status < 300) tellScope(input, shell);
}

/** Says what a new connection covers: the widest scope is the one that is easiest to ask for. */
function tellScope({ monitor_id }: Readonly<Record<string, unknown>>, shell: Shell): void {
  const scope = monitor_id
    ? `the monitor ${monitor_id} only`
    : 'all your monitors, those made later too';
  shell.output.note(`newswatch: the connection covers ${scope}`);
}
