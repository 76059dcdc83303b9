import { build } from './run-build.ts';

/** Builds the whole package, as it is published, unless `test:adoption` did so before its files. */
export const setup = () => (process.env['NEWSWATCH_BUILT'] ? undefined : build());
