/** The values of `--color`. */
export const colorChoices = ['auto', 'always', 'never'] as const;

export type ColorChoice = (typeof colorChoices)[number];

interface ColorConditions {
  /** The value of `--color`, which overrides the environment (default: `auto`). */
  choice?: ColorChoice | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** Whether the output is a terminal. */
  isTerminal: boolean;
}

/**
 * Whether output is colored. As in Node.js, `FORCE_COLOR` overrides `NO_COLOR`; empty variables do not
 * count.
 */
export function usesColor({ choice = 'auto', env, isTerminal }: ColorConditions): boolean {
  if (choice !== 'auto') return choice === 'always';
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force) return force !== '0' && force !== 'false';
  return isTerminal && !no && term !== 'dumb';
}
