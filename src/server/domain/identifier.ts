import { randomBytes } from 'node:crypto';

/** A new id such as `mon_4f1c…`: the kind and 80 random bits. */
export function newId(
  kind: 'acc' | 'key' | 'mon' | 'run' | 'alert' | 'chan' | 'brief' | 'team',
): string {
  return `${kind}_${randomBytes(10).toString('hex')}`;
}
