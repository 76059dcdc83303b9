import { build } from './run-build.ts';

/** Builds the package without types, which take most of a build and are not used by the tests. */
export const setup = () => build('--no-dts');
