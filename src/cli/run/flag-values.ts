import { invalidValue } from '../errors/failure.ts';

/** @throws {Failure} `invalid_value` if the text is not a decimal integer in the range */
export function parseInteger(
  name: string,
  text: string,
  { min, max }: { min: number; max: number },
): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw invalidValue(name, `a whole number from ${min} to ${max}`, text);
}

/**
 * Parses a number of seconds, fractions included.
 *
 * @returns milliseconds
 * @throws {Failure} `invalid_value` if it is not `min` to 86,400 seconds
 */
export function parseSeconds(name: string, text: string, { min }: { min: number }): number {
  const seconds = /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds >= min && seconds <= 86_400) return Math.round(seconds * 1000);
  throw invalidValue(name, `seconds from ${min} to 86400`, text);
}

/** Parses `--port`. */
export function parsePort(text: string): number {
  return parseInteger('--port', text, { min: 0, max: 65_535 });
}
