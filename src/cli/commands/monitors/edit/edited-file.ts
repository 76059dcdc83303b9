import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeSystemError } from '../../../../node/system-error.ts';
import { Failure, interruptedEarly } from '../../../errors/failure.ts';
import { endedBySigint, startOnTerminal } from '../../../run/terminal-command.ts';
import type { Shell } from '../../../shell.ts';

interface EditorOutcome {
  /** Absent if the editor ended normally. */
  problem?: string;
  /** Whether SIGINT ended the editor. It may end before this process gets its own SIGINT. */
  isInterrupted: boolean;
}

/** A temporary file that a person edits. Only the user has access to it. */
export class EditedFile {
  readonly path: string;
  readonly #original: string;
  readonly #shell: Shell;

  private constructor(path: string, original: string, shell: Shell) {
    this.path = path;
    this.#original = original;
    this.#shell = shell;
  }

  /** @throws {Failure} `editor_failed` if it cannot be written */
  static async create(text: string, shell: Shell): Promise<EditedFile> {
    try {
      const path = join(await mkdtemp(join(tmpdir(), 'newswatch-')), 'monitor.json');
      await writeFile(path, text, { mode: 0o600 });
      return new EditedFile(path, text, shell);
    } catch (error) {
      const message = `the file to edit cannot be written: ${describeSystemError(error)}`;
      throw new Failure('editor_failed', message, { hint: 'Free disk space, or set TMPDIR' });
    }
  }

  /**
   * Opens the editor and waits until it is closed. Ctrl-C is only for the editor.
   *
   * @returns the text
   * @throws {Failure} `editor_failed` if it cannot be started or fails, or has deleted the file; `interrupted`
   *   if Ctrl-C ended it
   */
  async edit(): Promise<string> {
    const { VISUAL, EDITOR } = this.#shell.env;
    const editor = VISUAL || EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi');
    const running = this.#run(editor);
    const wasInterrupted = await this.#shell.lendTerminal(running.then(() => {}));
    const { problem, isInterrupted } = await running;
    this.#shell.restartDeadline();
    if (problem === undefined) return this.#read();
    if (wasInterrupted || isInterrupted) {
      throw interruptedEarly({ reason: 'SIGINT' }, '; nothing was sent');
    }
    throw new Failure('editor_failed', `${editor} ${problem}`);
  }

  #run(editor: string): Promise<EditorOutcome> {
    // stdout may be a pipe: the editor is on the terminal of stderr.
    const child = startOnTerminal(editor, [this.path], { stdio: ['inherit', 2, 'inherit'] });
    return new Promise((resolve) => {
      child.once('error', (error) => {
        const problem = `cannot be started: ${describeSystemError(error)}`;
        resolve({ problem, isInterrupted: false });
      });
      child.once('exit', (code, signal) => {
        if (code === 0) return resolve({ isInterrupted: false });
        const problem = `ended with ${signal ?? `exit code ${code}`}`;
        resolve({ problem, isInterrupted: endedBySigint(code, signal) });
      });
    });
  }

  async #read(): Promise<string> {
    try {
      return await readFile(this.path, 'utf8');
    } catch (error) {
      const message = `the edited file cannot be read: ${describeSystemError(error)}`;
      throw new Failure('editor_failed', message);
    }
  }

  /** Deletes the file, unless it has a text that was not sent: then a note says where it is. */
  async deleteUnlessChanged(): Promise<void> {
    const text = await this.#read().catch(() => this.#original);
    if (text === this.#original) return this.delete();
    this.#shell.output.note(`newswatch: your text is in ${this.path}`);
  }

  async delete(): Promise<void> {
    await rm(dirname(this.path), { recursive: true, force: true });
  }
}
