import { randomBytes } from 'node:crypto';

/** A new id such as `mon_4f1c…`: 80 random bits behind the name of what it stands for. */
export function newId(kind: 'acc' | 'key' | 'mon' | 'run' | 'alert' | 'chan'): string {
  return `${kind}_${randomBytes(10).toString('hex')}`;
}
