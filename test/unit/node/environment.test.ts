import { describe, expect, it } from 'vitest';
import {
  minimalEnvironment,
  variableOf,
  withoutVariables,
  withVariables,
} from '../../../src/node/environment.ts';

const windows = {
  Path: 'C:\\bin',
  SYSTEMROOT: 'C:\\Windows',
  ComSpec: 'C:\\Windows\\system32\\cmd.exe',
  PATHEXT: '.COM;.EXE',
  Temp: 'C:\\Temp',
  SECRET: 'x',
};

describe('the minimal environment of a program', () => {
  it('is only PATH on POSIX', () => {
    const env = { PATH: '/bin', Path: 'other', SystemRoot: 'x', SECRET: 'x' };
    expect(minimalEnvironment(env, 'linux')).toEqual({ PATH: '/bin' });
    expect(minimalEnvironment({}, 'darwin')).toEqual({});
  });

  it('has the variables that Windows programs need, by names in any case', () => {
    expect(minimalEnvironment(windows, 'win32')).toEqual({
      PATH: 'C:\\bin',
      SystemRoot: 'C:\\Windows',
      ComSpec: 'C:\\Windows\\system32\\cmd.exe',
      PATHEXT: '.COM;.EXE',
      TEMP: 'C:\\Temp',
    });
  });
});

describe('variables', () => {
  it('are found by names in any case only on Windows', () => {
    expect(variableOf(windows, 'PATH', 'win32')).toBe('C:\\bin');
    expect(variableOf(windows, 'PATH', 'linux')).toBeUndefined();
  });

  it('replace those that differ only in case on Windows', () => {
    expect(withVariables({ Path: 'a', other: 'b' }, { PATH: 'c' }, 'win32')).toEqual({
      PATH: 'c',
      other: 'b',
    });
    expect(withVariables({ Path: 'a' }, { PATH: 'c' }, 'linux')).toEqual({ Path: 'a', PATH: 'c' });
  });

  it('are removed by names in any case on Windows', () => {
    const env = { Service_Webhook_Secret: 'whsec', kept: '1' };
    expect(withoutVariables(env, ['SERVICE_WEBHOOK_SECRET'], 'win32')).toEqual({ kept: '1' });
    expect(withoutVariables(env, ['SERVICE_WEBHOOK_SECRET'], 'linux')).toEqual(env);
  });
});
