/** Limits of an account. docs/limits.md lists them. */
export const accountLimits = {
  /** API keys that are not revoked. Beyond: a new one is refused. */
  maxKeys: 100,
} as const;
