import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const binary = fileURLToPath(new URL('../../bin/newswatch.cjs', import.meta.url));

/** A Node.js executable and the script that it runs. */
export type Program = readonly [node: string, script: string];

/** The built binary, on the Node.js that runs the tests. */
export const thisProgram: Program = [process.execPath, binary];

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface CliOptions {
  env?: Readonly<Record<string, string | undefined>>;
  /** Standard input (default: empty). */
  input?: string;
  program?: Program;
}

let home = '';

/** Gives later commands an empty home folder, so that they find no settings and data of a user. */
export function useNewHome(): void {
  home = mkdtempSync(join(tmpdir(), 'newswatch-test-'));
}

/** The environment of a command: `PATH`, an empty home folder and the test's own variables. */
export function cleanEnv(extra: CliOptions['env'] = {}): NodeJS.ProcessEnv {
  const { PATH } = process.env;
  return { PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, ...extra };
}

/** Runs the built binary until it exits. */
export async function cli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const [node, script] = options.program ?? thisProgram;
  const child = spawn(node, [script, ...args], { env: cleanEnv(options.env) });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** The JSON of the error, which is the last line of stderr. */
export function failureIn(stderr: string): Record<string, unknown> {
  return JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;
}
