import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUnquotable } from '../../../src/node/guarded-spawn.ts';

const crossSpawn = createRequire(import.meta.url).resolve('cross-spawn');
const folder = mkdtempSync(join(tmpdir(), 'newswatch-quoting-'));
for (const name of ['handler.cmd', 'handler.exe']) {
  writeFileSync(join(folder, name), '', { mode: 0o755 });
}

interface Parsed {
  command: string;
  args: string[];
  options: { windowsVerbatimArguments?: boolean };
}

/** How a command is started on Windows: the library chooses its rules when it is loaded. */
function parsed(command: string, args: readonly string[]): Parsed {
  const script = `Object.defineProperty(process, 'platform', { value: 'win32' });
    const { _parse } = require(${JSON.stringify(crossSpawn)});
    const [command, ...args] = process.argv.slice(1);
    process.stdout.write(JSON.stringify(_parse(command, args, {})));`;
  const env = { PATH: folder, PATHEXT: '.EXE;.CMD', comspec: 'C:\\Windows\\system32\\cmd.exe' };
  const output = execFileSync(process.execPath, ['-e', script, '--', command, ...args], { env });
  return JSON.parse(output.toString());
}

/** The quoted words of a command line by the rules of `CommandLineToArgvW`. */
function quotedWordsOf(line: string): string[] {
  const word = /"((?:[^\\"]|(?:\\\\)*\\"|\\+(?!\\*"))*(?:\\\\)*)"/g;
  return [...line.matchAll(word)].map(([, text = '']) =>
    text.replace(/(\\*)("|$)/g, (_match, backslashes: string, quote: string) => {
      return '\\'.repeat(backslashes.length / 2) + quote;
    }),
  );
}

const dangerous = [
  ['plain'],
  ['two words', ''],
  ['a&calc', '|', '>x', '<', '^', '%PATH%', '!x!', '(', ')'],
  ['"', '\\"&calc', 'say "hi"', 'C:\\dir\\', 'C:\\my dir\\', '\\\\server\\share'],
  ['" & calc & "', '%COMSPEC%" & calc'],
];

describe('the arguments of a .cmd file', () => {
  it.each(dangerous.map((args) => [args]))('%j pass through cmd.exe unchanged', (args) => {
    const { command, args: passed, options } = parsed(join(folder, 'handler.cmd'), args);
    expect(command).toBe('C:\\Windows\\system32\\cmd.exe');
    expect(passed.slice(0, 3)).toEqual(['/d', '/s', '/c']);
    expect(options.windowsVerbatimArguments).toBe(true);
    const [, line = ''] = /^"(.*)"$/s.exec(passed[3] ?? '') ?? [];
    // cmd.exe removes the carets. Outside of them, no character has a meaning for it.
    expect(line.replaceAll(/ ?\^[\s\S]/g, '')).not.toMatch(/[()%!^"<>&|;,*?]/);
    expect(quotedWordsOf(line.replaceAll(/\^([\s\S])/g, '$1'))).toEqual(args);
  });

  it('cannot have line breaks, at which cmd.exe ends the command', () => {
    for (const text of ['a\nb', 'a\r']) {
      expect(isUnquotable('C:\\bin\\handler.cmd', text)).toBe(true);
      expect(isUnquotable('C:\\bin\\handler.EXE', text)).toBe(false);
    }
    expect(isUnquotable('handler.cmd', 'a b')).toBe(false);
  });
});

it('an .exe file is started without cmd.exe', () => {
  expect(parsed(join(folder, 'handler.exe'), ['a&b'])).toMatchObject({
    command: join(folder, 'handler.exe'),
    args: ['a&b'],
  });
});
