import { packageFile } from '../../node/package-files.ts';

/** An agent that ships with the package. */
interface BundledAgent {
  /** The program and its first arguments. */
  command: readonly [string, ...string[]];
  /** Names of required environment variables. */
  required: readonly string[];
  /** Names of optional environment variables. */
  optional: readonly string[];
}

/** The agents that `serve --agent NAME` starts by their name. */
export function bundledAgents(): ReadonlyMap<string, BundledAgent> {
  return new Map([
    [
      'openai-compatible',
      {
        command: [process.execPath, packageFile('examples/agents/openai-compatible.js')],
        required: ['OPENAI_BASE_URL', 'OPENAI_MODEL'],
        optional: ['OPENAI_API_KEY'],
      },
    ],
  ]);
}
