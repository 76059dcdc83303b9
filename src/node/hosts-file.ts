import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { windowsSystemFile } from './windows-system-file.ts';

/** Files larger than this many bytes are ignored. */
const maxSize = 4 * 1024 * 1024;

/** Milliseconds between checks for a changed file. */
const checkInterval = 5000;

/** The path of the hosts file of a system. */
export function systemHostsFile(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): string {
  return platform === 'win32' ? windowsSystemFile('drivers\\etc\\hosts', env) : '/etc/hosts';
}

/** The host names in the system's hosts file, which is read again after it has changed. */
export class HostsFile {
  readonly #path: string;
  #addresses: ReadonlyMap<string, readonly string[]> = new Map();
  #version = '';
  #nextCheck = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;

  constructor(path: string = systemHostsFile()) {
    this.#path = path;
  }

  /** The addresses of a name in lower case; none if the file does not name it. */
  async addresses(hostname: string): Promise<readonly string[]> {
    if (performance.now() >= this.#nextCheck) {
      this.#checking ??= this.#check().finally(() => {
        this.#nextCheck = performance.now() + checkInterval;
        this.#checking = undefined;
      });
      await this.#checking;
    }
    return this.#addresses.get(hostname) ?? [];
  }

  /** Reads the file if it has changed. A file that cannot be read names no host. */
  async #check(): Promise<void> {
    const { size, mtimeMs } = await stat(this.#path).catch(() => ({ size: 0, mtimeMs: 0 }));
    const version = `${size} ${mtimeMs}`;
    if (version === this.#version) return;
    const isReadable = size > 0 && size <= maxSize;
    const text = isReadable ? await readFile(this.#path, 'utf8').catch(() => '') : '';
    this.#addresses = parseHosts(text);
    this.#version = version;
  }
}

/** Parses the lines of a hosts file: an address and its names. Returns addresses by name. */
export function parseHosts(text: string): Map<string, string[]> {
  const addresses = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!isIP(address)) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      const known = addresses.get(key);
      if (known) known.push(address);
      else addresses.set(key, [address]);
    }
  }
  return addresses;
}
