import type { Command } from 'commander';
import fc from 'fast-check';
import { programTree } from '../../helpers/program.ts';

/** Any text without paths out of the current folder and without NUL. */
export const anyText = fc
  .string({ unit: 'binary', maxLength: 20 })
  .filter((text) => !/[/\0]/.test(text));

/** Words with a meaning somewhere on a command line. */
const words = [
  ...['', '-', '--', '0', '1', '5', '-1', '1e9', '9'.repeat(30), '٣', '0.2', 'NaN', 'true', 'null'],
  ...[
    '24h',
    '7d',
    '30m',
    '2026-11-20T12:00:00Z',
    '2026-02-30',
    'yesterday',
    '__proto__',
    'toString',
  ],
  ...[
    'webhook',
    'active',
    'disabled',
    'standard',
    'mon_1',
    'sample-001',
    'chip exports',
    '\u202e\u009b',
  ],
  ...[
    'https://hooks.example.com/news',
    'http://127.0.0.1:9/hook',
    'https://',
    'http://[::1',
    '::1',
  ],
  ...[
    'file:///x',
    'socks5://127.0.0.1:9',
    ':memory:',
    'news.search=429:1',
    '{"query":"x"}',
    '{',
    '[]',
  ],
  ...[
    'query=x',
    'limit=1',
    'news.search',
    'GET',
    'post',
    '/api/v1/usage',
    '//x',
    'base-url',
    'timeout',
  ],
  ...[
    'bash',
    'zsh',
    'plan_required',
    '7',
    'queries.txt',
    'secret.txt',
    'missing.txt',
    'folder',
    'new.txt',
  ],
];

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: anyText },
);

interface Leaf {
  words: readonly string[];
  /** Number of arguments. */
  count: number;
  flags: readonly { name: string; takesValue: boolean }[];
}

function leavesOf(command: Command, path: readonly string[] = []): Leaf[] {
  const own = command.parent ? [...path, command.name()] : [];
  if (command.commands.length > 0) return command.commands.flatMap((each) => leavesOf(each, own));
  return [{ words: own, count: command.registeredArguments.length, flags: flagsOf(command) }];
}

function flagsOf({ options }: Command): Leaf['flags'] {
  return options.map(({ long, required, optional }) => {
    return { name: long ?? '', takesValue: required || optional };
  });
}

const tree = await programTree();
/** `skill` prints a file that only the bundler can import. */
const leaves = leavesOf(tree).filter(({ words }) => words[0] !== 'skill');
const globalFlags = flagsOf(tree);

function flagAmong(flags: Leaf['flags']): fc.Arbitrary<string[]> {
  if (flags.length === 0) return fc.constant([]);
  return fc
    .tuple(fc.constantFrom(...flags), value, fc.integer({ min: 0, max: 9 }))
    .map(([{ name, takesValue }, text, chance]) => {
      if (chance === 0) return [`${name}=${text}`];
      if (chance === 1) return [name];
      return takesValue ? [name, text] : [name];
    });
}

const globalFlag = fc.option(flagAmong(globalFlags), { nil: [], freq: 1 });

const fullLine = fc.constantFrom(...leaves).chain(({ words, count, flags }) => {
  const few = { maxLength: 2 };
  const values = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(...Array.from({ length: count }, () => value)) },
    { weight: 1, arbitrary: fc.array(value, few) },
  );
  return fc
    .tuple(globalFlag, fc.constant(words), values, fc.array(flagAmong(flags), few), globalFlag)
    .map(([before, command, given, own, after]) => [
      ...before,
      ...command,
      ...given,
      ...own.flat(),
      ...after,
    ]);
});

const anyWord = fc.oneof(
  fc.constantFrom(...leaves.flatMap(({ words }) => words)),
  fc.constantFrom(...leaves.flatMap(({ flags }) => flags.map(({ name }) => name))),
  value,
  anyText.map((text) => `--${text}`),
);

/** Mixtures of valid and invalid commands, flags and values. */
export const commandLine: fc.Arbitrary<string[]> = fc.oneof(
  { weight: 5, arbitrary: fullLine },
  { weight: 1, arbitrary: fc.array(anyWord, { maxLength: 8 }) },
);
