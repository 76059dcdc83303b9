import { isIPv6 } from 'node:net';
import type { Fault } from 'newswatch/server';
import { usageFailure } from '../../errors/failure.ts';
import { checkProgram } from '../../run/program-lookup.ts';
import { splitCommand } from '../../run/split-command.ts';
import type { Shell } from '../../shell.ts';

export function requireNonEmpty(flag: string, value: string): string {
  if (value.trim() !== '') return value;
  throw usageFailure('invalid_value', `${flag} must not be empty`);
}

/** Accepts a host name or IPv6 address without a port. */
export function parseHostName(text: string): string {
  if (/^[\w.-]+$/.test(text) || isIPv6(text)) return text;
  throw usageFailure(
    'invalid_value',
    `--allow-host must be a host name without scheme and port (got ${JSON.stringify(text)})`,
  );
}

export function parseCommand(text: string, shell: Shell): readonly [string, ...string[]] {
  const [program, ...args] = splitCommand(text) ?? [];
  if (program) {
    checkProgram(program, '--agent', shell);
    return [program, ...args];
  }
  throw usageFailure(
    'invalid_value',
    `--agent must be a program with its arguments, without unclosed quotes (got ${JSON.stringify(text)})`,
  );
}

export function parseRate(text: string): number {
  const rate = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (rate > 0) return rate;
  throw usageFailure(
    'invalid_value',
    `--clock-rate must be a number greater than 0 (got ${JSON.stringify(text)})`,
  );
}

export function parseFault(text: string): Fault {
  const [, operation, status, times] = /^([\w.]+)=(\d{3})(?::(\d{1,9}))?$/.exec(text) ?? [];
  if (operation === undefined) {
    throw usageFailure(
      'invalid_value',
      `--fault must be operation=status or operation=status:times (got ${JSON.stringify(text)})`,
    );
  }
  const fault = { operation, status: Number(status) };
  return times === undefined ? fault : { ...fault, times: Number(times) };
}

export function parseLatency(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw usageFailure(
    'invalid_value',
    `--latency must be a whole number of milliseconds (got ${JSON.stringify(text)})`,
  );
}
