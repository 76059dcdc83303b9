/** What the monitors of `watchStore()` have in common. */

export const apiKey = 'nw_bench_0123456789';

/** When the monitors were created: they are due an hour later, and every hour. */
export const created = Date.UTC(2026, 9, 1);

export const interval = 3_600_000;

/** Number of names that the monitors choose from. */
export const watchedNames = 20_000;

/** A name that one in ten monitors watches for, and that no generated item has. */
export const sharedName = 'zqsharedx';
