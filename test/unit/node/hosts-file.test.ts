import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HostsFile, parseHosts, systemHostsFile } from '../../../src/node/hosts-file.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a hosts file', () => {
  it('has the place of its system', () => {
    expect(systemHostsFile('linux')).toBe('/etc/hosts');
    expect(systemHostsFile('darwin')).toBe('/etc/hosts');
    expect(systemHostsFile('win32', { SYSTEMROOT: 'D:\\Windows' })).toBe(
      'D:\\Windows\\System32\\drivers\\etc\\hosts',
    );
  });

  it('has addresses, each with names, and comments', () => {
    const text = '127.0.0.1 localhost\n# 10.0.0.1 no\n\n10.0.0.7\tDesk  desk.example # the desk\n';
    const lines = `${text}fe80::1 desk\r\nnonsense desk\n`;
    expect(Object.fromEntries(parseHosts(lines))).toEqual({
      localhost: ['127.0.0.1'],
      desk: ['10.0.0.7', 'fe80::1'],
      'desk.example': ['10.0.0.7'],
    });
  });

  it('is read again after a change, and names no host while it is missing', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'newswatch-hosts-')), 'hosts');
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const hosts = new HostsFile(path);
    expect(await hosts.addresses('desk')).toEqual([]);
    await writeFile(path, '10.0.0.7 desk\n');
    expect(await hosts.addresses('desk')).toEqual([]);
    now.mockReturnValue(5000);
    expect(await hosts.addresses('desk')).toEqual(['10.0.0.7']);
    await writeFile(path, '10.0.0.88 desk\n');
    now.mockReturnValue(10_000);
    expect(await hosts.addresses('desk')).toEqual(['10.0.0.88']);
  });
});
