import { expect, it } from 'vitest';
import {
  connectionName,
  isLeftOver,
} from '../../../../../src/cli/commands/webhook/listen/left-over.ts';

const url = 'http://127.0.0.1:8788/hook';
const self = { machine: 'here', pid: 7, url, isAlive: (pid: number) => pid === 8 };

it.each([
  ['of an ended process', { machine: 'here', pid: 9 }, 'http://127.0.0.1:1/hook', true],
  ['of a process that runs', { machine: 'here', pid: 8 }, url, false],
  ['of an earlier first process of a container', { machine: 'here', pid: 7 }, url, true],
  ['of another machine', { machine: 'there', pid: 9 }, 'http://127.0.0.1:1/hook', false],
  ['of another machine with the same URL', { machine: 'there', pid: 9 }, url, true],
])('a connection %s', (_, maker, webhook_url, expected) => {
  expect(isLeftOver({ name: connectionName(maker), webhook_url }, self)).toBe(expected);
});

it('a connection with another name is not touched', () => {
  expect(isLeftOver({ name: 'newswatch webhook listen', webhook_url: url }, self)).toBe(false);
});

it('the name of a connection does not tell the name of the machine', () => {
  expect(connectionName()).toMatch(/^newswatch webhook listen \([0-9a-f]{12}, pid \d+\)$/);
  expect(connectionName()).toBe(connectionName());
});
