import envPaths from 'env-paths';

/** The user's folder for the program's data, where the platform keeps such things. */
export function dataFolder(): string {
  return envPaths('newswatch', { suffix: '' }).data;
}
