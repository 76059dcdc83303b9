import { Writable } from 'node:stream';
import { Failure, interruptedEarly } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/**
 * Asks for a secret on a terminal that does not show what is typed or pasted. Restores the terminal,
 * also after Ctrl+C or a signal.
 *
 * @returns the line, without whitespace around it
 * @throws {Failure} if the input ends or a signal arrives
 */
export async function askHidden(
  question: string,
  { stdin, output, interruption }: Pick<Shell, 'stdin' | 'output' | 'interruption'>,
): Promise<string> {
  const { createInterface } = await import('node:readline');
  const signal = interruption();
  // Line editing without echo; it also skips the marks of a bracketed paste.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  output.question(question);
  try {
    const line = await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      // The terminal passes Ctrl+C on as a character.
      lines.once('SIGINT', () => reject(interruptedEarly({ reason: 'SIGINT' }, notSaved)));
      lines.once('close', () => reject(new Failure('no_api_key', 'no API key was entered')));
      const abort = () => reject(interruptedEarly(signal, notSaved));
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    });
    return line.trim();
  } finally {
    lines.close();
    output.note('');
  }
}

const notSaved = '; nothing was saved';
