/** Targets of figures. */

export const atMost = (value) => ({ value, sign: '≤' });
export const atLeast = (value) => ({ value, sign: '≥' });

export function meets({ value, sign }, measured) {
  return sign === '≤' ? measured <= value : measured >= value;
}

/** The text of a target: `≤ 1.6 ×`. */
export function targetText({ value, sign }, unit) {
  return `${sign} ${value.toLocaleString('en')} ${unit}`;
}
