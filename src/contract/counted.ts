/** A count with its noun, such as `1 monitor` or `2 monitors`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
