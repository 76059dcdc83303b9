import { expect, it } from 'vitest';
import { devicePath } from '../../../src/node/device-path.ts';

it.each(['NUL', 'nul', 'Nul:'])('%s is the null device on Windows', (path) => {
  expect(devicePath(path, 'win32')).toBe('\\\\.\\NUL');
  expect(devicePath(path, 'linux')).toBe(path);
});

it.each(['NUL.txt', 'C:\\NUL', 'null', '\\\\.\\NUL'])('%s is any other path', (path) => {
  expect(devicePath(path, 'win32')).toBe(path);
});
