import { describe, expect, it } from 'vitest';
import {
  type AccessHost,
  restrictToOwner,
  warnOfSharedFolder,
} from '../../../src/node/private-access.ts';

const whoami = '"DESKTOP\\alice","S-1-5-21-1-2-3-1001"\r\n';

/** A Windows computer that records the programs that it runs and its warnings. */
function windows(parts: Partial<AccessHost> = {}) {
  const runs: (readonly string[])[] = [];
  const warnings: string[] = [];
  const host: AccessHost = {
    platform: 'win32',
    env: { SYSTEMROOT: 'C:\\Windows', UserProfile: 'C:\\Users\\alice' },
    run: (file, args) => {
      runs.push([file, ...args]);
      return file.endsWith('whoami.exe') ? whoami : '';
    },
    warn: (message) => warnings.push(message),
    ...parts,
  };
  return { host, runs, warnings };
}

describe('restricting access on Windows', () => {
  it.each([
    ['file', 'D:\\data\\key.txt', 'F'],
    ['folder', 'D:\\data', '(OI)(CI)F'],
  ] as const)('lets only the user and the system access a %s', (kind, path, rights) => {
    const { host, runs, warnings } = windows();
    restrictToOwner(path, kind, host);
    expect(runs).toEqual([
      ['C:\\Windows\\System32\\whoami.exe', '/user', '/fo', 'csv', '/nh'],
      [
        'C:\\Windows\\System32\\icacls.exe',
        path,
        '/inheritance:r',
        '/grant:r',
        `*S-1-5-21-1-2-3-1001:${rights}`,
        `*S-1-5-18:${rights}`,
      ],
    ]);
    expect(warnings).toEqual([]);
  });

  it.each(['C:\\Users\\alice\\AppData\\Local\\newswatch', 'c:/users/ALICE/key.txt'])(
    'does nothing in the profile folder: %s',
    (path) => {
      const { host, runs, warnings } = windows();
      restrictToOwner(path, 'folder', host);
      warnOfSharedFolder(path, host);
      expect({ runs, warnings }).toEqual({ runs: [], warnings: [] });
    },
  );

  it.each(['C:\\Users\\bob\\data', 'C:\\Users\\alice2', 'C:\\Users', '\\\\server\\share\\data'])(
    'knows that %s is not in the profile folder',
    (path) => {
      const { host, warnings } = windows();
      warnOfSharedFolder(path, host);
      expect(warnings).toEqual([expect.stringContaining(`users with access to ${path} have`)]);
    },
  );

  it('warns if the access list cannot be changed', () => {
    const run = (file: string) => {
      if (file.endsWith('whoami.exe')) return whoami;
      throw new Error('icacls failed');
    };
    const { host, warnings } = windows({ run });
    restrictToOwner('E:\\key', 'file', host);
    expect(warnings).toEqual([
      'other users of this computer may have access to E:\\key: icacls failed',
    ]);
  });

  it('warns if the user has no security identifier', () => {
    const { host, runs, warnings } = windows({ run: () => 'DESKTOP\\alice' });
    restrictToOwner('E:\\key', 'file', host);
    expect(runs).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('no security identifier')]);
  });
});

it('access is left to the modes of files elsewhere', () => {
  const { host, runs, warnings } = windows({ platform: 'darwin' });
  restrictToOwner('/data', 'folder', host);
  warnOfSharedFolder('/data', host);
  expect({ runs, warnings }).toEqual({ runs: [], warnings: [] });
});
