import { randomBytes } from 'node:crypto';

/** The kinds of records that have generated ids, as their ids begin. */
export const idKinds = ['acc', 'key', 'mon', 'run', 'alert', 'chan', 'brief', 'team'] as const;

/** A new id such as `mon_4f1c…`: the kind and 80 random bits. */
export function newId(kind: (typeof idKinds)[number]): string {
  return `${kind}_${randomBytes(10).toString('hex')}`;
}
