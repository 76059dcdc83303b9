/** Limits of the pages. docs/limits.md lists them. */
export const pageLimits = {
  /** A submitted form, in bytes. Beyond: 413. */
  maxFormBytes: 16 * 1024,
} as const;
