import { addAbortSignal, type Readable } from 'node:stream';
import type { Deadline } from '../../client/deadline.ts';
import { openInput } from '../../node/open-input.ts';
import { readBounded } from '../../node/read-bounded.ts';
import type { Shell } from '../shell.ts';
import { readConfig } from './config-file.ts';

/** In bytes; key files are smaller. */
const maxBytes = 64 * 1024;

/** Flags that do not exist, but that a user may try to pass a secret with. */
const secretFlag = /^--(?:api-?)?(?:key|token|secret|password)(?:=(.*))?$/is;

const secretFileFlag = /^--(?:[a-z]+-)*(?:key|secret)-file(?:=(.*))?$/s;

/** The secrets in the environment and, against all advice, in the arguments. */
export function secretsOf(args: readonly string[], env: Shell['env']): string[] {
  const fromEnv = [
    env['SERVICE_API_KEY'],
    env['SERVICE_WEBHOOK_SECRET'],
    ...(env['NEWSWATCH_SECRET_KEY'] ?? '').split(',').filter((key) => key.length > 8),
  ];
  const values = [...fromEnv, ...valuesOf(secretFlag, args)];
  return values.filter((value) => value !== undefined).map((value) => value.trim());
}

/**
 * The secrets in the files that the arguments and the settings name, of all profiles. Files that cannot
 * be read are skipped, and so are FIFOs and devices: reading them would use up their content.
 */
export async function secretsInFiles(args: readonly string[]): Promise<string[]> {
  const config = await readConfig().catch(() => undefined);
  const saved = [config, ...Object.values(config?.profiles ?? {})];
  const files = [...valuesOf(secretFileFlag, args), ...saved.map((each) => each?.api_key_file)];
  const known = new Set(files.filter((file) => file !== undefined && file !== '-'));
  const texts = await Promise.all([...known].map((file) => readSmallFile(file ?? '')));
  const isKeyFileUsed = saved.some((each) => each?.login?.store === 'file');
  const savedKeys = isKeyFileUsed ? await keysInFile() : [];
  return [...texts.map((text) => text.trim()), ...savedKeys];
}

async function keysInFile(): Promise<string[]> {
  const { readKeyFile } = await import('../sign-in/key-file.ts');
  return Object.values(await readKeyFile().catch(() => ({})));
}

/** Milliseconds that an error waits for a key from standard input. */
const inputTimeout = 1000;

/**
 * The secret in standard input if the arguments name it as a key file and no command has read it. If
 * it does not end within a second, or is a terminal, any argument may be the secret: all except flags.
 */
export async function secretsInInput(
  args: readonly string[],
  stdin: () => Readable & { isTTY?: boolean },
  { signal, deadline }: { signal: AbortSignal; deadline: Promise<Deadline> | undefined },
): Promise<string[]> {
  if (!valuesOf(secretFileFlag, args).includes('-')) return [];
  const input = stdin();
  if (input.readableDidRead) return [];
  try {
    if (!input.isTTY) {
      const limits = [signal, AbortSignal.timeout(inputTimeout)];
      if (deadline) limits.push((await deadline).signal);
      const bounded = addAbortSignal(AbortSignal.any(limits), input);
      return [(await readBounded(bounded, maxBytes)).toString().trim()];
    }
  } catch {
    // Not a key: it is endless, too large, or cannot be read.
  }
  return args.filter((arg) => !arg.startsWith('-'));
}

/** The values of matching flags, written as `--flag value` or `--flag=value`. */
function valuesOf(flag: RegExp, args: readonly string[]): (string | undefined)[] {
  return args.flatMap((arg, index) => {
    const match = flag.exec(arg);
    return match ? [match[1] ?? args[index + 1]] : [];
  });
}

async function readSmallFile(path: string): Promise<string> {
  try {
    const { stream, stats } = await openInput(path);
    if (stats.isFile()) return (await readBounded(stream, maxBytes)).toString();
    stream.destroy();
  } catch {
    // The command reports it, if it needs the file.
  }
  return '';
}
