import { build } from './run-build.ts';

/** Builds the package without types: they take most of a build, and end-to-end tests read none. */
export const setup = () => build('--no-dts');
