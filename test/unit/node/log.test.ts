import { expect, it } from 'vitest';
import { jsonLog, type LogLevel, logLevels } from '../../../src/node/log.ts';

it.each([
  ['error', ['error']],
  ['warn', ['error', 'warn']],
  [undefined, ['error', 'warn', 'info']],
  ['debug', ['error', 'warn', 'info', 'debug']],
] as const)('the level %s writes %j', (least: LogLevel | undefined, written) => {
  const lines: string[] = [];
  const log = jsonLog((line) => lines.push(line), least);
  for (const level of logLevels) log(level, 'event');
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(written);
});
