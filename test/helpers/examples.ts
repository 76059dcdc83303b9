import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binary, cleanEnv } from './cli.ts';
import { project } from './documents.ts';

/** A command of a `console` block with its output. */
export interface Example {
  command: string;
  /** The expected exit code: `# exit 2` behind the command (default: 0). */
  code: number;
  output: string;
}

/** The commands of a `console` block. */
export function examplesIn(session: string): Example[] {
  return session
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [first = '', ...rest] = text.split('\n');
      const [command = '', code = '0'] = first.split(/ +# exit /);
      return { command, code: Number(code), output: rest.join('\n').trimEnd() };
    });
}

/** `…` matches anything within a line, and alone on a line any number of lines. */
export function outputPattern(output: string): RegExp {
  const literal = output.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/^…$/gm, '[^]*').replaceAll('…', '.*')}$`);
}

/** Removes the notices that a list has more items: almost every example has a limit. */
export function withoutNotices(output: string): string {
  return output.replace(/^newswatch: there are more: .*\n/gm, '');
}

/** A folder in which `newswatch` is the built binary and `import 'newswatch'` the built package. */
export function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-docs-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(binary, join(folder, 'bin', 'newswatch'));
  symlinkSync(project, join(folder, 'node_modules', 'newswatch'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'news.jsonl'), '{"title":"Otters return to the river"}\n');
  return folder;
}

/** Adds an executable to the `bin` folder of a work folder, as a bash script. */
export function addProgram(folder: string, name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/usr/bin/env bash\n${script}\n`, { mode: 0o755 });
}

/** The environment of a work folder: its `bin` comes first, and it is the home folder. */
export function folderEnv(
  folder: string,
  extra: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  const path = `${join(folder, 'bin')}:${process.env['PATH']}`;
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return cleanEnv({ ...home, ...extra, PATH: path });
}

/** Runs a bash script in a work folder. The output is that of stdout and stderr. */
export function runBash(
  folder: string,
  script: string,
  extra: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string }> {
  const options = { cwd: folder, env: folderEnv(folder, extra), timeout: 50_000 };
  return new Promise((resolve) => {
    execFile('bash', ['-c', `exec 2>&1; ${script}`], options, (error, output) =>
      resolve({
        code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1,
        output,
      }),
    );
  });
}
