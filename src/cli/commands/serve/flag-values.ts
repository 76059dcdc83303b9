import { isIPv6 } from 'node:net';
import type { Fault } from 'newswatch/server';
import { invalidInput, invalidValue } from '../../errors/failure.ts';
import { checkProgram } from '../../run/check-program.ts';
import { splitCommand } from '../../run/split-command.ts';
import type { Shell } from '../../shell.ts';

export function requireNonEmpty(flag: string, value: string): string {
  if (value.trim() !== '') return value;
  throw invalidInput(`${flag} must not be empty`);
}

/** Accepts a host name or IPv6 address without a port. */
export function parseHostName(text: string): string {
  if (/^[\w.-]+$/.test(text) || isIPv6(text)) return text;
  throw invalidValue('--allow-host', 'a host name without scheme and port', text);
}

export function parseCommand(text: string, shell: Shell): readonly [string, ...string[]] {
  const [program, ...args] = splitCommand(text) ?? [];
  if (program) {
    checkProgram(program, '--agent', shell);
    return [program, ...args];
  }
  throw invalidValue('--agent', 'a program with its arguments, without unclosed quotes', text);
}

export function parseRate(text: string): number {
  const rate = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (rate > 0) return rate;
  throw invalidValue('--clock-rate', 'a number greater than 0', text);
}

export function parseFault(text: string): Fault {
  const [, operation, status, times] = /^([\w.]+)=(\d{3})(?::(\d{1,9}))?$/.exec(text) ?? [];
  if (operation === undefined) {
    throw invalidValue('--fault', 'operation=status or operation=status:times', text);
  }
  const fault = { operation, status: Number(status) };
  return times === undefined ? fault : { ...fault, times: Number(times) };
}
