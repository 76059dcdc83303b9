/** An agent returned no valid results. The message is shown to the users of the monitor. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  /** The end of the program's stderr output, for the server's log only. */
  readonly stderr: string;

  constructor(problem: string, stderr = '') {
    super(`the agent ${problem}`);
    this.stderr = stderr;
  }
}
