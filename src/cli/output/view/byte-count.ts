import { invalidValue } from '../../errors/failure.ts';

const powers: Readonly<Record<string, number>> = { '': 0, k: 1, m: 2 };

/** Parses a number of bytes, such as `4000`, `4k`, `4kB` or `4KiB`. */
export function parseByteCount(flag: string, text: string): number {
  const [, digits = '', prefix = '', binary] = /^(\d{1,9})\s?([km]?)(?:(i)?b)?$/i.exec(text) ?? [];
  const bytes = Number(digits) * (binary ? 1024 : 1000) ** (powers[prefix.toLowerCase()] ?? 0);
  if (bytes > 0) return bytes;
  throw invalidValue(flag, 'a number of bytes, such as 4000 or 4kB', text);
}
