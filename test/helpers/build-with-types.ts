import { build } from './run-build.ts';

/** Builds the whole package, as it is published. */
export const setup = () => build();
